// Sounds, off until asked for.
"use strict";
(() => {
  const { root } = window.cardwright;

  // A browser lets a page be heard only after the user has touched it; until then there is no sound, and no queue.
  let audio;
  function beep() {
    if (root.dataset.sound !== "on") return;
    audio ||= new AudioContext();
    if (audio.state !== "running") { audio.resume().catch(() => {}); return; }
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    gain.gain.value = 0.05;
    tone.connect(gain).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.08);
  }

  window.cardwright.sound = { beep };
})();
