/**
 * What the page does in the browser: it filters the operations and shows them a page at a time. Data goes into the
 * document as text nodes only.
 */
export const script = String.raw`
'use strict';
(() => {
  const pageSize = 100;
  const body = document.querySelector('#list tbody');
  if (body === null) return;
  const { operations, shared } = JSON.parse(document.getElementById('data').textContent);
  const form = document.querySelector('form.filters');
  const search = document.getElementById('search');
  const selects = [...form.querySelectorAll('select')];
  const found = document.getElementById('found');
  const number = (value) => value.toLocaleString('en-US');
  const signs = { create: '+', update: '~', replace: '±', unchanged: '=', blocked: '!' };
  const columns = [...document.querySelectorAll('#list thead th')].map((cell) => cell.textContent);
  let matching = operations;
  let page = 0;
  let texts = null;

  const el = (name, attributes, ...children) => {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes)) {
      if (value !== null) element.setAttribute(key, value);
    }
    for (const child of children) if (child !== null && child !== '') element.append(child);
    return element;
  };
  /* Isolated, so that text of another direction cannot turn what stands beside it; what turns text is shown instead. */
  const turns = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
  const visible = (value) =>
    value.replace(turns, (mark) => '⟨U+' + mark.charCodeAt(0).toString(16).toUpperCase() + '⟩');
  const text = (value) => el('bdi', {}, visible(value));

  const fileOf = (cell) => (cell === null || cell[0] < 0 ? null : shared.files[cell[0]]);
  const cellNode = (cell) => {
    if (cell === null) return null;
    const file = fileOf(cell);
    if (file === null) return text(cell[1]);
    const address = cell[1].replace(/ \+\d+$/, '');
    const safe = address.replace(/[\ud800-\udfff]/g, '\ufffd');
    return el('a', { href: file + '#' + encodeURIComponent(safe) }, text(cell[1]));
  };

  const textOf = (row) => {
    const fields = row.f.flatMap((field) => [field[0], field[1] ?? '', field[2], field[3] === null ? '' : field[3][1]]);
    const files = row.d.flatMap((place) => [shared.documents[place].name, shared.documents[place].sha256]);
    return [row.r, row.i, row.n, row.k, row.c === null ? '' : row.c[1], row.w, ...fields, ...files].join('\n').toLowerCase();
  };
  const matches = (wanted, has) => wanted === '' || (wanted === 'none' ? has === '' : has === wanted);

  const apply = () => {
    const words = search.value.toLowerCase().split(/\s+/).filter((word) => word !== '');
    const [action, outcome, verdict, kind] = ['action', 'outcome', 'verdict', 'kind'].map(
      (field) => selects.find((select) => select.dataset.field === field).value,
    );
    if (words.length > 0 && texts === null) texts = operations.map(textOf);
    matching = operations.filter(
      (row, place) =>
        matches(action, row.a) && matches(outcome, row.o) && matches(verdict, row.v) && matches(kind, row.k) &&
        words.every((word) => texts[place].includes(word)),
    );
    page = 0;
    render();
  };

  const changeNode = (row) => {
    const differing = row.f.filter((field) => field[4] === 1);
    const [first] = differing;
    if (row.t === 'bad' || row.t === 'warning') return el('span', { class: 'change' }, text(row.w));
    if (first === undefined) return el('span', { class: 'why' }, text(row.w));
    const more = differing.length === 1 ? '' : ' and ' + (differing.length - 1) + ' more';
    return el('span', { class: 'change' },
      first[0] + ': ', el('del', {}, text(first[1])), ' → ', el('ins', {}, text(first[2])), more);
  };

  const hasBefore = (row) => row.f.some((field) => field[4] === 1);
  const fieldRow = (row, [field, before, after, cell, differs]) => {
    const made = !hasBefore(row);
    const was = differs === 1 ? el('del', {}, text(before)) : el('span', { class: 'none' }, 'the same');
    const is = after === '' ? el('span', { class: 'none' }, 'empty') : differs === 1 ? el('ins', {}, text(after)) : text(after);
    return el('tr', {},
      el('th', { scope: 'row' }, field),
      made ? null : el('td', { 'data-label': 'Before' }, was),
      el('td', { 'data-label': made ? 'Value' : 'After' }, is),
      el('td', { 'data-label': 'Cell' }, cellNode(cell)));
  };
  const fieldsNode = (row) => {
    return el('table', { class: 'fields' },
      hasBefore(row) ? heads('Field', 'Before', 'After', 'Cell') : heads('Field', 'Value', 'Cell'),
      el('tbody', {}, ...row.f.map((field) => fieldRow(row, field))));
  };
  const heads = (...names) => el('thead', {}, el('tr', {}, ...names.map((name) => el('th', { scope: 'col' }, name))));
  const fact = (label, value) => (value === '' ? null : el('div', {}, el('dt', {}, label), el('dd', {}, text(value))));
  const documentNode = (place) => {
    const { name, bytes, sha256 } = shared.documents[place];
    return el('li', {}, text(name), ' ', el('small', {}, number(bytes) + ' bytes, SHA-256 ', el('code', {}, sha256)));
  };
  const details = (row, id) =>
    el('tr', { class: 'details', id },
      el('td', { colspan: String(columns.length) },
        el('dl', { class: 'facts' },
          fact('Why', row.w), fact('Reference', row.r), fact('Name', row.n), fact('Id', row.i),
          fact('Requests', row.s === 0 ? '' : String(row.s))),
        fieldsNode(row),
        row.d.length === 0 ? null : el('p', { class: 'documents' }, row.d.length === 1 ? 'Document' : 'Documents'),
        row.d.length === 0 ? null : el('ul', {}, ...row.d.map(documentNode))));

  const toggle = (button, row, line) => {
    const open = button.getAttribute('aria-expanded') !== 'true';
    button.setAttribute('aria-expanded', String(open));
    if (open) line.after(details(row, button.getAttribute('aria-controls')));
    else line.nextElementSibling.remove();
  };
  const rowNode = (row, place) => {
    const id = 'details-' + place;
    const button = el('button', { type: 'button', 'aria-expanded': 'false', 'aria-controls': id }, text(row.r));
    const tag = (word, tone) => (word === '' ? el('span', { class: 'none' }, '–') : el('span', { class: 'tag ' + tone }, word));
    const settled = row.t === 'bad' || row.t === 'warning' ? row.t : 'good';
    const cells = [
      cellNode(row.c),
      el('span', {}, button, row.n === '' ? null : el('small', {}, text(row.n))),
      row.k,
      tag(signs[row.a] + ' ' + row.a, row.a === 'unchanged' ? 'quiet' : row.a === 'blocked' ? 'bad' : 'changed'),
      tag(row.o.replace('-', ' '), row.o === 'applied' ? 'good' : 'bad'),
      tag(row.v, row.v === 'verified' ? 'good' : settled === 'good' ? 'warning' : settled),
      changeNode(row),
    ];
    const line = el('tr', {}, ...cells.map((cell, at) => el('td', { 'data-label': columns[at] }, cell)));
    button.addEventListener('click', () => toggle(button, row, line));
    return line;
  };

  const render = () => {
    const pages = Math.max(1, Math.ceil(matching.length / pageSize));
    page = Math.min(pages - 1, Math.max(0, page));
    const first = page * pageSize;
    const shown = matching.slice(first, first + pageSize);
    body.replaceChildren(...shown.map((row, place) => rowNode(row, first + place)));
    found.textContent =
      matching.length === 0
        ? 'None of ' + number(operations.length) + ' records matches.'
        : number(first + 1) + '–' + number(first + shown.length) + ' of ' +
          (matching.length === operations.length ? '' : number(matching.length) + ' that match, of ') +
          number(operations.length) + ' records';
    for (const place of document.querySelectorAll('[data-page]'))
      place.textContent = 'Page ' + number(page + 1) + ' of ' + number(pages);
    for (const button of document.querySelectorAll('[data-turn]')) {
      const next = page + Number(button.dataset.turn);
      button.disabled = next < 0 || next >= pages;
    }
    for (const pager of document.querySelectorAll('.pager')) pager.hidden = pages === 1;
  };

  form.addEventListener('submit', (event) => event.preventDefault());
  const only = (field, value) => {
    search.value = '';
    for (const select of selects) select.value = select.dataset.field === field ? value : '';
    apply();
  };
  form.addEventListener('reset', (event) => {
    event.preventDefault();
    only('', '');
  });
  search.addEventListener('input', apply);
  for (const select of selects) select.addEventListener('change', apply);
  for (const button of document.querySelectorAll('[data-turn]'))
    button.addEventListener('click', () => {
      page += Number(button.dataset.turn);
      render();
      if (button.disabled) document.querySelector('[data-turn]:not(:disabled)')?.focus();
      document.getElementById('list').scrollIntoView({ block: 'nearest' });
    });
  for (const link of document.querySelectorAll('[data-filter]'))
    link.addEventListener('click', () => only(link.dataset.filter, link.dataset.value));
  apply();
})();
`;
