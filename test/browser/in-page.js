/** Functions that run in the page: they see only what a browser knows. */

/** Every text that can be seen, with its contrast against what lies behind it (WCAG 2.2, 1.4.3). */
export function textContrasts() {
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (colour) => {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = colour;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const known = new Map();
  const read = (colour) => {
    if (!known.has(colour)) known.set(colour, rgba(colour));
    return known.get(colour);
  };
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (element) => {
    for (let own = element; own !== null; own = own.parentElement) {
      const colour = read(getComputedStyle(own).backgroundColor);
      if (colour[3] === 255) return colour;
    }
    return [255, 255, 255, 255];
  };
  const found = [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode() !== null) {
    const element = texts.currentNode.parentElement;
    const text = texts.currentNode.data.trim();
    if (text === '' || !element.checkVisibility() || element.closest('script, style, svg, option') !== null)
      continue;
    const style = getComputedStyle(element);
    const size = Number.parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    const [one, two] = [luminance(read(style.color)), luminance(behind(element))];
    const ratio = (Math.max(one, two) + 0.05) / (Math.min(one, two) + 0.05);
    found.push({ text: text.slice(0, 30), ratio, large });
  }
  return found;
}

/** Numbers the controls that can be seen and used, and counts them. */
export function focusable() {
  const controls = [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex="0"]')];
  const usable = controls.filter((control) => !control.disabled && control.checkVisibility());
  usable.forEach((control, place) => control.setAttribute('data-check', String(place)));
  return usable.length;
}
