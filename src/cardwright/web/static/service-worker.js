// Keeps the pages' own scripts, styles and pictures, and one page that says so when the server cannot be reached.
// Tables, moves and lists always come from the server.
"use strict";
const NAME = "cardwright-" + VERSION;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(NAME).then((cache) => cache.addAll([OFFLINE, ...FILES])).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("cardwright-") && name !== NAME;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event, { method, mode, referrer } = request;
  if (mode === "navigate") {
    // The address of a form cannot be tried again: the page with the form is opened.
    const say_so = () => method === "GET" ? caches.match(OFFLINE) : Response.redirect(referrer || "/");
    event.respondWith(fetch(request).catch(say_so));
    return;
  }
  if (method !== "GET") return;
  const address = new URL(request.url);
  // An address with a fingerprint never changes what it names.
  if (address.origin === location.origin && FILES.includes(address.pathname + address.search)) {
    event.respondWith(caches.match(request).then((kept) => kept || fetch(request)));
  }
});

// A notice of a turn, unless the table is in sight already.
self.addEventListener("push", (event) => show_notice(event, event.data.json()));
self.addEventListener("message", (event) => show_notice(event, event.data));
function show_notice(event, { title, body, table }) {
  const in_sight = (page) => new URL(page.url).pathname === table && page.visibilityState === "visible";
  event.waitUntil(
    self.clients.matchAll({ type: "window" })
      .then((pages) => pages.some(in_sight) || self.registration.showNotification(title, { body, tag: table, data: table, icon: ICON })),
  );
}

self.addEventListener("notificationclick", (event) => {
  const table = event.notification.data;
  event.notification.close();
  event.waitUntil(
    self.clients.matchAll({ type: "window" })
      .then((pages) => pages.find((page) => new URL(page.url).pathname === table)?.focus() || self.clients.openWindow(table)),
  );
});
