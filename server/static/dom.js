// Making and emptying elements. Nothing here takes HTML as text, so names and messages cannot bring markup along.

const SVG = 'http://www.w3.org/2000/svg';

/** An element; `props` may hold class, text, on: {event: handler}, dataset: {name: value}, style: {property: value};
 * all others are attributes (true: present, false, null and undefined: absent). Children: nodes, texts, arrays, null. */
export function h(tag, props = {}, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** As `h`, in the namespace of SVG. */
export function s(tag, props = {}, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

/** Take all children off `node` and return it. */
export function clear(node) {
  node.replaceChildren();
  return node;
}

function fill(node, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === 'class') node.setAttribute('class', value);
    else if (name === 'text') node.append(String(value));
    else if (name === 'on') for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
    else if (name === 'dataset') Object.assign(node.dataset, value);
    // The policy of the page forbids style attributes; properties set one by one are allowed.
    else if (name === 'style') for (const [key, set] of Object.entries(value)) node.style.setProperty(key, set);
    else if (name === 'value') node.value = value;
    else node.setAttribute(name, value === true ? '' : value);
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false) node.append(child);
  }
  return node;
}
