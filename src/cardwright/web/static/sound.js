// Sounds that fit what happens, off until asked for: short tones made here, no files.
"use strict";
(() => {
  const { root } = window.cardwright;
  const VOLUME = 0.05;
  // Each tone: its pitch in hertz, when it begins and how long it lasts, in seconds.
  const SOUNDS = {
    turn: [[660, 0, 0.08]],
    deal: [[1900, 0, 0.02], [1700, 0.06, 0.02], [1900, 0.12, 0.02]],
    place: [[240, 0, 0.05]],
    peg: [[990, 0, 0.03], [1180, 0.07, 0.03]],
    talk: [[740, 0, 0.05], [740, 0.09, 0.05]],
    chips: [[2400, 0, 0.02], [2700, 0.04, 0.02], [2300, 0.09, 0.03]],
    won: [[523, 0, 0.14], [659, 0.14, 0.14], [784, 0.28, 0.3]],
    lost: [[392, 0, 0.18], [311, 0.18, 0.3]],
    drawn: [[440, 0, 0.16], [440, 0.2, 0.16]],
    even: [[440, 0, 0.16], [440, 0.2, 0.16]],
    resigned: [[330, 0, 0.2], [247, 0.2, 0.3]],
    over: [[523, 0, 0.16]],
  };

  // A browser lets a page be heard only after the user has touched it; until then there is no sound. What plays the
  // sounds takes a moment to start: the last sound asked for meanwhile is played then.
  let audio, waiting = "";
  function play(name) {
    if (root.dataset.sound !== "on" || navigator.userActivation?.hasBeenActive === false) return;
    audio ||= new AudioContext();
    if (audio.state === "running") { start(name); return; }
    if (!waiting) audio.resume().then(() => start(waiting)).catch(() => {}).finally(() => { waiting = ""; });
    waiting = name;
  }

  function start(name) {
    for (const [pitch, begin, length] of SOUNDS[name]) {
      const tone = audio.createOscillator();
      const gain = audio.createGain();
      const at = audio.currentTime + begin;
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(VOLUME, at);
      gain.gain.exponentialRampToValueAtTime(VOLUME / 100, at + length);
      tone.connect(gain).connect(audio.destination);
      tone.start(at);
      tone.stop(at + length);
    }
  }

  // The events of the table that have a sound.
  const text = (found) => [...document.querySelectorAll(found)].map((one) => one.outerHTML).join();
  function table() {
    if (root.dataset.sound !== "on") return null;
    // By zone: the cards that are left in a hand move together.
    const faces = [...document.querySelectorAll("#zones [data-face]")].map((one) => `${one.closest(".zone").id} ${one.dataset.face}`);
    const result = document.getElementById("result");
    const outcome = result && (["won", "lost", "drawn", "even", "resigned"].find((name) => result.classList.contains(name)) || "over");
    return { faces: new Set(faces), pegs: text("#zones .peg"), chips: text("#zones .stacks"), outcome };
  }

  // The one sound that fits a change best.
  function changed(before) {
    const now = table();
    if (!before || !now) return;
    const fresh = [...now.faces].filter((face) => !before.faces.has(face)).length;
    if (now.outcome !== before.outcome && now.outcome) play(now.outcome);
    else if (now.pegs !== before.pegs) play("peg");
    else if (fresh > 1) play("deal");
    else if (now.chips !== before.chips) play("chips");
    else if (fresh) play("place");
  }

  // Who turns them on hears how loud they are.
  document.querySelector('[data-setting="sound"]')?.addEventListener("change", () => play("turn"));

  window.cardwright.sound = { changed, play, table };
})();
