"use strict";
(async () => {
  const box = document.getElementById("player");
  const packed = document.getElementById("games-data").textContent.trim();
  if (!box || !packed) return;
  if (!("DecompressionStream" in window)) {
    box.textContent = "This browser is too old to show the games.";
    return;
  }
  const bytes = Uint8Array.from(atob(packed), letter => letter.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  const games = await new Response(plain).json();

  const part = name => box.querySelector(`[data-part="${name}"]`);
  const choice = part("choice"), slider = part("slider"), list = part("list");
  let game = null, here = 0, clock = null;

  const firstLine = text => text.split("\n")[0];

  function show(place) {
    here = Math.max(0, Math.min(place, game.frames.length - 1));
    const shapes = game.frames[here].map(number => game.shapes[number]).join("");
    const [width, height] = game.size;
    part("picture").innerHTML =
      `<svg viewBox="0 0 ${width} ${height}" role="img" font-family="Helvetica, Arial, ` +
      `'Liberation Sans', sans-serif">${shapes}</svg>`;
    const [decision, ...chance] = (game.texts[here] || "").split("\n");
    const said = part("said");
    said.textContent = here ? decision : "The deal";
    const more = here ? chance : [decision, ...chance];
    if (more.length) {
      const small = document.createElement("small");
      small.textContent = more.join("\n");
      said.append(small);
    }
    part("count").textContent = `${here} / ${game.frames.length - 1}`;
    slider.value = here;
    for (const old of list.querySelectorAll("[aria-current]")) old.removeAttribute("aria-current");
    const item = list.children[here];
    item.setAttribute("aria-current", "step");
    list.scrollTop = item.offsetTop - list.offsetTop - list.clientHeight / 2;
  }

  function open(number) {
    stop();
    game = games[number];
    slider.max = game.frames.length - 1;
    list.replaceChildren(...game.texts.map((text, place) => {
      const item = document.createElement("li");
      item.textContent = place ? `${place}. ${firstLine(text)}` : "the deal";
      item.addEventListener("click", () => { stop(); show(place); });
      return item;
    }));
    show(0);
  }

  function stop() {
    clearInterval(clock);
    clock = null;
    part("play").textContent = "play";
  }

  function play() {
    if (clock) return stop();
    if (here === game.frames.length - 1) show(0);
    part("play").textContent = "pause";
    clock = setInterval(() => here < game.frames.length - 1 ? show(here + 1) : stop(), 700);
  }

  const moves = {
    first: () => show(0),
    back: () => show(here - 1),
    next: () => show(here + 1),
    last: () => show(game.frames.length - 1),
  };
  for (const [name, move] of Object.entries(moves)) {
    part(name).addEventListener("click", () => { stop(); move(); });
  }
  part("play").addEventListener("click", play);
  slider.addEventListener("input", () => { stop(); show(Number(slider.value)); });
  choice.addEventListener("change", () => open(choice.selectedIndex));

  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  document.addEventListener("keydown", event => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target === choice) return;
    if (event.key === " " && event.target.tagName !== "BUTTON") {
      event.preventDefault();
      play();
    } else if (keys[event.key]) {
      event.preventDefault();
      stop();
      moves[keys[event.key]]();
    }
  });

  choice.replaceChildren(...games.map(each => new Option(each.title)));
  open(0);
  box.dataset.ready = "yes";
})();
