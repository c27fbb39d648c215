// Notices when it is my turn: the button in the settings asks the browser for them, and turns them off again.
// A browser that has agreed gets a notice of each turn at every table it opens.
"use strict";
(async () => {
  const button = document.getElementById("notify");
  if (!button || !("PushManager" in window) || !("Notification" in window)) return;
  const { pushManager } = await navigator.serviceWorker.ready;
  let kept = await pushManager.getSubscription();
  const draw = (problem) => {
    button.hidden = false;
    document.body.classList.add("notifies");
    button.setAttribute("aria-pressed", String(Boolean(kept)));
    button.textContent = problem || (kept ? "Notices are on" : "Notify me when it is my turn");
  };
  async function send() {
    const { endpoint, keys: { p256dh, auth } } = kept.toJSON();
    const body = new URLSearchParams({ endpoint, p256dh, auth });
    await window.cardwright.ask(button.dataset.to, { method: "POST", body });
  }
  async function turn_off() {
    await kept.unsubscribe();
    kept = null;
  }
  button.addEventListener("click", async () => {
    try {
      if (kept) { await turn_off(); draw(); return; }
      kept = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: button.dataset.key });
      await send();
      draw();
    } catch {
      const refused = Notification.permission === "denied";
      draw(refused ? "Your browser refuses notices of this site: allow them in its settings" : "Notices are not possible in this browser");
    }
  });
  document.addEventListener("turn", () => window.cardwright.show_notice(`${button.dataset.title}: your turn`, "The table waits.", location.pathname));
  draw();
  if (kept) send().catch(() => draw("Notices cannot be turned on just now"));
})();
