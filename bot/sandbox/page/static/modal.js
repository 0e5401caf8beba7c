// A form the bot asks somebody to fill in.

import { KIND, selectOptions } from "./components.js";
import { el, icon } from "./dom.js";
import { markdown } from "./markdown.js";
import { choices, openMenu } from "./menu.js";
import { t } from "./words.js";

/**
 * Shows a form; `onSubmit(fields)` sends it and resolves, or rejects with the sentence to show.
 * Fields: custom_id → text, list of values, or true/false.
 */
export function openModal(modal, onSubmit) {
  const fields = new Map();
  const error = el("p", { class: "failure", role: "alert", hidden: true });
  const submit = el("button", { class: "button primary", type: "submit" }, t("Submit"));
  const form = el(
    "form",
    { class: "form", novalidate: true },
    el("h2", { class: "form-title" }, modal.title),
    el("div", { class: "form-body" }, modal.components.map((part) => block(part, fields)), error),
    el(
      "div",
      { class: "form-foot" },
      el("button", { class: "button plain", type: "button", on: { click: () => dialog.close() } }, t("Cancel")),
      submit,
    ),
  );
  const dialog = el(
    "dialog",
    { class: "modal", "aria-label": modal.title, "data-modal": modal.custom_id },
    el(
      "button",
      { class: "round", type: "button", "aria-label": t("Close"), on: { click: () => dialog.close() } },
      icon("close"),
    ),
    form,
  );
  dialog.addEventListener("close", () => dialog.remove());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const bad = [...fields.values()].find((field) => field.problem());
    error.hidden = !bad;
    if (bad) {
      error.textContent = bad.problem();
      bad.focus();
      return;
    }
    submit.disabled = true;
    try {
      await onSubmit(Object.fromEntries([...fields].map(([id, field]) => [id, field.value()])));
      dialog.close();
    } catch (problem) {
      error.textContent = problem.message;
      error.hidden = false;
      submit.disabled = false;
    }
  });
  document.getElementById("layer").append(dialog);
  dialog.showModal();
  dialog.querySelector("input, textarea, .select")?.focus();
}

function block(part, fields) {
  if (part.type === KIND.text) return el("div", { class: "content" }, ...markdown(part.content));
  if (part.type === KIND.row) return part.components.map((one) => block(one, fields));
  const inner = part.type === KIND.label ? part.component : part;
  const label = part.label ?? inner.label ?? inner.placeholder ?? "";
  const field = make(inner, label);
  if (inner.custom_id) fields.set(inner.custom_id, field);
  const required = inner.required !== false && inner.type !== 23;
  return el(
    "div",
    { class: "field-block", "data-custom-id": inner.custom_id },
    el("span", { class: "field-label" }, label, required ? el("span", { class: "required", title: t("required") }, " *") : null),
    part.description ? el("span", { class: "field-description" }, part.description) : null,
    field.node,
  );
}

function make(part, label) {
  switch (part.type) {
    case KIND.input:
      return textField(part, label);
    case 21:
      return checkField(part, label, "radio");
    case 22:
      return checkField(part, label, "checkbox");
    case 23:
      return switchField(part);
    default:
      return selectField(part, label);
  }
}

function textField(part, label) {
  const long = part.style === 2;
  const node = el(long ? "textarea" : "input", {
    class: "input",
    type: long ? null : "text",
    rows: long ? 4 : null,
    placeholder: part.placeholder,
    maxlength: part.max_length ?? 4000,
    autocomplete: "off",
    "aria-label": label,
    name: part.custom_id,
  });
  node.value = part.value ?? "";
  return {
    node,
    value: () => node.value,
    focus: () => node.focus(),
    problem: () => {
      const length = [...node.value].length;
      if (part.required !== false && length === 0) return t("“{field}” has to be filled in.", { field: label });
      if (length && length < (part.min_length ?? 0)) {
        return t("“{field}” needs at least {least} characters.", { field: label, least: part.min_length });
      }
      return null;
    },
  };
}

function selectField(part, label) {
  const items = selectOptions(part);
  let values = items.filter((item) => item.chosen).map((item) => item.value);
  const min = part.min_values ?? 1;
  const max = part.max_values ?? 1;
  const shown = el("span", { class: "chosen" });
  const node = el(
    "button",
    {
      class: "select",
      type: "button",
      "aria-haspopup": "listbox",
      on: {
        click: (event) => {
          event.preventDefault();
          openMenu(node, {
            label,
            items: items.map((item) => ({ ...item, chosen: values.includes(item.value) })),
            min: part.required === false ? 0 : min,
            max,
            onDone: (next) => {
              values = next;
              draw();
            },
          });
        },
      },
    },
    shown,
    icon("down"),
  );
  const draw = () => {
    const chosen = items.filter((item) => values.includes(item.value));
    const empty = el("span", { class: "placeholder" }, part.placeholder || t("Make a selection"));
    shown.replaceChildren(...(chosen.length ? choices(chosen) : [empty]));
  };
  draw();
  return {
    node,
    value: () => values,
    focus: () => node.focus(),
    problem: () =>
      part.required !== false && values.length < min ? t("“{field}” has to be chosen.", { field: label }) : null,
  };
}

function checkField(part, label, type) {
  const boxes = part.options.map((option) =>
    el("input", { type, name: part.custom_id, value: option.value, checked: Boolean(option.default) }));
  const node = el(
    "span",
    { class: "checks", role: type === "radio" ? "radiogroup" : "group", "aria-label": label },
    part.options.map((option, index) =>
      el(
        "label",
        { class: "check" },
        boxes[index],
        el("span", {}, option.label),
        option.description ? el("span", { class: "field-description" }, option.description) : null,
      )),
  );
  const values = () => boxes.filter((box) => box.checked).map((box) => box.value);
  return {
    node,
    value: () => (type === "radio" ? (values()[0] ?? null) : values()),
    focus: () => boxes[0]?.focus(),
    problem: () =>
      part.required !== false && !values().length ? t("“{field}” has to be chosen.", { field: label }) : null,
  };
}

function switchField(part) {
  const node = el("input", { type: "checkbox", name: part.custom_id, checked: Boolean(part.default) });
  return { node, value: () => node.checked, focus: () => node.focus(), problem: () => null };
}
