// Embeds, attachments, pictures.

import { el, icon } from "./dom.js";
import { jumpLink } from "./links.js";
import { markdown } from "./markdown.js";
import { state } from "./store.js";
import { posted } from "./time.js";
import { t } from "./words.js";

/** The attachment or outside file that an `attachment://name` or an address stands for. */
export function resolve(url, message) {
  const name = url.replace(/^attachment:\/\//, "");
  const found = message.attachments.find((one) => one.filename === name || one.url === url);
  if (found || name !== url) return found ?? { filename: name, url: null };
  return { filename: url.split("/").at(-1).split("?")[0], url };
}

/** A picture (of a gallery, a thumbnail) with its description as the text for those who cannot see it. */
export function media(item, message, classes) {
  const file = resolve(item.media.url, message);
  const alt = item.description ?? "";
  return picture(file, alt, classes, item.spoiler);
}

function picture(file, alt, classes, spoiler) {
  if (!file.url) return el("div", { class: `${classes} missing` }, alt || file.filename);
  if (/\.(mp4|webm|mov)$/i.test(file.filename)) {
    return el("video", { class: classes, src: address(file.url), controls: true, "aria-label": alt });
  }
  return el(
    "button",
    {
      class: `${classes} zoomable${spoiler ? " veiled" : ""}`,
      type: "button",
      "data-act": spoiler ? "reveal" : "zoom",
      "aria-label": alt ? t("Picture: {words}", { words: alt }) : t("Picture"),
    },
    el("img", { src: address(file.url), alt, title: alt || null, loading: "lazy", "data-filename": file.filename }),
  );
}

/** Addresses of this machine are made relative, so that the page works under every loopback name. */
function address(url) {
  const parsed = new URL(url, document.baseURI);
  const local = ["127.0.0.1", "localhost", "[::1]"].includes(parsed.hostname);
  return local ? parsed.pathname + parsed.search : url;
}

/** The attachments of a message; those a layout refers to are shown by it instead. */
export function attachments(message) {
  const layout = (message.flags & (1 << 15)) !== 0;
  if (layout || !message.attachments.length) return null;
  const used = JSON.stringify(message.embeds);
  const shown = message.attachments.filter((file) => !used.includes(`attachment://${file.filename}`));
  return el(
    "div",
    { class: "attachments" },
    shown.map((file) => {
      const spoiler = file.filename.startsWith("SPOILER_");
      return isImage(file)
        ? picture(file, file.description ?? "", "picture", spoiler)
        : fileCard(file, spoiler);
    }),
  );
}

function isImage(file) {
  return (file.content_type ?? "").startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(file.filename);
}

/** A file one can download: name and size. */
export function fileCard(file) {
  return el(
    "a",
    { class: "file", href: file.url ? address(file.url) : null, download: file.filename, "data-filename": file.filename },
    icon("file"),
    el("span", { class: "file-name" }, file.filename),
    file.size === undefined ? null : el("span", { class: "file-size" }, size(file.size)),
  );
}

function size(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  const [parts, unit] = bytes < 1048576 ? [bytes / 1024, "KB"] : [bytes / 1048576, "MB"];
  return `${parts.toLocaleString(state.locale(), { maximumFractionDigits: 1 })} ${unit}`;
}

/** One embed: the coloured card with title, text, fields and pictures. */
export function embed(part, _index, _all) {
  const colour = part.color ?? null;
  return el(
    "article",
    {
      class: "embed",
      style: colour === null ? {} : { "--accent": `#${colour.toString(16).padStart(6, "0")}` },
    },
    el(
      "div",
      { class: "embed-main" },
      part.author ? el("div", { class: "embed-author" }, part.author.name) : null,
      part.title ? el("div", { class: "embed-title" }, title(part)) : null,
      part.description ? el("div", { class: "content" }, ...markdown(part.description)) : null,
      part.fields?.length ? el("div", { class: "fields" }, part.fields.map(field)) : null,
    ),
    part.thumbnail ? embedPicture(part.thumbnail, "thumbnail") : null,
    part.image ? embedPicture(part.image, "embed-image") : null,
    part.footer || part.timestamp
      ? el(
          "div",
          { class: "embed-footer" },
          part.footer?.text,
          part.footer && part.timestamp ? " • " : null,
          part.timestamp ? posted(part.timestamp) : null,
        )
      : null,
  );
}

function title(part) {
  const words = markdown(part.title, { blocks: false });
  return part.url && /^https?:/.test(part.url) ? jumpLink(part.url, words) : words;
}

function field(part) {
  return el(
    "div",
    { class: part.inline ? "field inline" : "field" },
    el("div", { class: "field-name" }, ...markdown(part.name, { blocks: false })),
    el("div", { class: "content" }, ...markdown(part.value)),
  );
}

function embedPicture(part, classes) {
  return picture({ url: part.url, filename: part.url }, part.description ?? "", classes, false);
}
