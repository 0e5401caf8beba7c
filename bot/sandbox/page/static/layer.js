// What floats above the page: menus at a control, dialogs, the line of a refusal.

import { el, icon } from "./dom.js";
import { t } from "./words.js";

const MARGIN = 8;
let open = null;

/**
 * Shows `content` beside `anchor` until it is closed by Escape, by pressing elsewhere or by the
 * function returned. `onClose` runs once, whichever way; focus goes back where it was.
 */
export function floatAt(anchor, content, { label, role = "dialog", onClose = () => {}, wide = false }) {
  open?.();
  const before = document.activeElement;
  const box = el("div", { class: wide ? "float wide" : "float", role, "aria-label": label }, content);
  // Inside a dialog everything outside of it is out of reach.
  (anchor.closest("dialog") ?? document.getElementById("layer")).append(box);
  place(box, anchor);
  anchor.setAttribute("aria-expanded", "true");

  const outside = (event) => {
    if (!box.contains(event.target) && !anchor.contains(event.target)) close();
  };
  const escape = (event) => {
    if (event.key === "Escape") {
      event.stopPropagation();
      event.preventDefault();
      close();
    }
  };
  const moved = () => place(box, anchor);
  function close() {
    if (open !== close) return;
    open = null;
    document.removeEventListener("pointerdown", outside, true);
    box.removeEventListener("keydown", escape);
    window.removeEventListener("resize", moved);
    const focused = box.contains(document.activeElement);
    box.remove();
    anchor.removeAttribute("aria-expanded");
    if (focused && before?.isConnected) before.focus({ preventScroll: true });
    onClose();
  }
  open = close;
  document.addEventListener("pointerdown", outside, true);
  box.addEventListener("keydown", escape);
  window.addEventListener("resize", moved);
  return close;
}

/** Closes whatever floats. */
export function closeFloat() {
  open?.();
}

function place(box, anchor) {
  const at = anchor.getBoundingClientRect();
  const size = box.getBoundingClientRect();
  const below = at.bottom + MARGIN + size.height <= window.innerHeight;
  const top = below ? at.bottom + 4 : Math.max(MARGIN, at.top - size.height - 4);
  const left = Math.min(Math.max(MARGIN, at.left), window.innerWidth - size.width - MARGIN);
  box.style.top = `${Math.min(top, Math.max(MARGIN, window.innerHeight - size.height - MARGIN))}px`;
  box.style.left = `${Math.max(MARGIN, left)}px`;
}

/** One sentence at the foot of the page, for what was refused. */
export function notice(sentence) {
  const line = el("div", { class: "notice", role: "alert" }, sentence);
  document.getElementById("notices").replaceChildren(line);
  setTimeout(() => line.remove(), 6000);
}

/** A picture in full size. */
export function lightbox(image) {
  const dialog = el(
    "dialog",
    { class: "lightbox", "aria-label": image.alt || t("Picture"), on: { click: () => dialog.close() } },
    el("img", { src: image.src, alt: image.alt }),
    image.alt ? el("p", {}, image.alt) : null,
    el("button", { class: "round", type: "button", "aria-label": t("Close") }, icon("close")),
  );
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
