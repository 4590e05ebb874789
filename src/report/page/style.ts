/** How the page looks: system type, one accent, colours that pass WCAG AA on their grounds in light and dark. */
export const style = `
:root {
  color-scheme: light dark;
  --ground: #ffffff; --panel: #f5f7f9; --ink: #1b2430; --soft: #52606d; --rule: #d5dbe1; --edge: #7b8794;
  --link: #1a5599; --total: #24425c; --gain: #3d7d5b; --cost: #b3622e; --spread: #4a6d8c;
  --good: #1e5631; --good-ground: #e8f3ea; --changed: #1f4e79; --changed-ground: #e5eef8;
  --warning: #7a5200; --warning-ground: #fff1cc; --bad: #8e1b13; --bad-ground: #f9dad7;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12171d; --panel: #1a2129; --ink: #e4e9ee; --soft: #a3b0bd; --rule: #323c47; --edge: #7d8a97;
    --link: #8ab8ea; --total: #9fb9d1; --gain: #6fb58f; --cost: #dd9460; --spread: #8fb0cd;
    --good: #a5dcb5; --good-ground: #17301f; --changed: #a9cdf2; --changed-ground: #172b40;
    --warning: #f2cf86; --warning-ground: #382a0b; --bad: #f6b1aa; --bad-ground: #431a16;
  }
}
* { box-sizing: border-box; }
html { font: 100%/1.5 system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif; background: var(--ground); color: var(--ink); }
body { max-width: 76rem; margin: 0 auto; padding: 1.5rem 1.5rem 4rem; font-size: 0.9375rem; overflow-wrap: anywhere; }
h1 { font-size: 1.75rem; line-height: 1.2; font-weight: 650; margin: 0; letter-spacing: -0.01em; }
h2 { font-size: 1.25rem; line-height: 1.3; font-weight: 650; margin: 3rem 0 0.75rem; padding-top: 0.75rem; border-top: 2px solid var(--total); }
h3 { font-size: 1rem; font-weight: 650; margin: 2rem 0 0.5rem; }
p { margin: 0.5rem 0; max-width: 46rem; }
small { font-size: 0.8125rem; color: var(--soft); }
a { color: var(--link); text-underline-offset: 0.15em; }
code { font: 0.8125rem/1.4 ui-monospace, 'SF Mono', Menlo, Consolas, monospace; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 2px; }
.skip { position: absolute; left: -100vw; }
.skip:focus { left: 1rem; top: 0.5rem; background: var(--ground); padding: 0.5rem; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.over, .under { color: var(--soft); }
.over { margin: 0 0 0.25rem; }
.lead { font-size: 1.0625rem; margin: 0.5rem 0 1.25rem; }
.lead.bad, .lead.warning { font-weight: 600; }
.contents { display: flex; flex-wrap: wrap; gap: 0.25rem 1.5rem; margin: 1.5rem 0 0; padding: 0; list-style: none; }
.key { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); margin: 1.5rem 0; border-top: 1px solid var(--rule); border-bottom: 1px solid var(--rule); }
.key div { padding: 0.75rem 1rem 0.75rem 0; }
.key dt { color: var(--soft); font-size: 0.8125rem; }
.key dd { margin: 0; }
.value { font-size: 1.75rem; font-weight: 600; letter-spacing: -0.01em; }
.value, .figure, .count-of, .pager, #found { font-variant-numeric: tabular-nums lining-nums; }
.count-of { color: var(--soft); font-weight: 400; margin-left: 0.35rem; }
.note { border-left: 4px solid var(--edge); padding: 0.6rem 1rem; margin: 1rem 0; background: var(--panel); }
.note h2 { border: 0; margin: 0 0 0.25rem; padding: 0; font-size: 1rem; }
.note ul { margin: 0; padding-left: 1.25rem; }
.good { color: var(--good); } .bad { color: var(--bad); } .warning { color: var(--warning); } .changed { color: var(--changed); } .quiet { color: var(--soft); }
.note.good { background: var(--good-ground); border-color: var(--good); }
.note.bad { background: var(--bad-ground); border-color: var(--bad); }
.note.bad a { color: inherit; }
.note.warning { background: var(--warning-ground); border-color: var(--warning); }
.tag { display: inline-block; padding: 0 0.4rem; border-radius: 3px; white-space: nowrap; font-size: 0.8125rem; line-height: 1.45rem; }
.tag.good { background: var(--good-ground); } .tag.changed { background: var(--changed-ground); }
.tag.warning { background: var(--warning-ground); } .tag.bad { background: var(--bad-ground); font-weight: 600; }
.tag.quiet { padding: 0; }
.none { color: var(--soft); }
table { border-collapse: collapse; width: 100%; margin: 0.5rem 0 1rem; }
caption { text-align: left; color: var(--soft); padding-bottom: 0.5rem; max-width: 46rem; }
th, td { text-align: left; vertical-align: top; padding: 0.4rem 0.75rem 0.4rem 0; border-bottom: 1px solid var(--rule); font-weight: 400; }
thead th { color: var(--soft); font-size: 0.8125rem; border-bottom-color: var(--edge); vertical-align: bottom; }
tr > :last-child { padding-right: 0; }
.figure { text-align: right; white-space: nowrap; }
thead .figure { white-space: normal; }
.total > * { font-weight: 650; } .total small { font-weight: 400; }
.wide { overflow-x: auto; }
.plain { width: auto; min-width: 60%; }
.plain th, .plain td { padding-right: 1.5rem; overflow-wrap: break-word; }
.plain .words { max-width: 20rem; }
.bars { margin: 1rem 0 1.75rem; }
.bars th[scope='row'] { width: 30%; }
.bars th small { display: block; }
.bars .chart { padding-top: 0; padding-bottom: 0; vertical-align: middle; }
.bars thead .chart { padding-bottom: 0.4rem; vertical-align: bottom; }
.bars .figure { width: 6.5rem; vertical-align: middle; }
.bars th[scope='row'] { vertical-align: middle; }
.bar { display: block; width: 100%; height: 2.25rem; }
.strip { display: block; width: 100%; height: 3rem; margin-top: 0.4rem; }
.ends { display: flex; justify-content: space-between; }
.axis { stroke: var(--edge); stroke-width: 1; vector-effect: non-scaling-stroke; }
.guide { stroke: var(--edge); stroke-width: 1; stroke-dasharray: 2 3; vector-effect: non-scaling-stroke; }
rect.total { fill: var(--total); } rect.gain { fill: var(--gain); } rect.cost { fill: var(--cost); } rect.spread, rect.count { fill: var(--spread); }
.facts { display: grid; grid-template-columns: minmax(0, 1fr); margin: 0.5rem 0 1rem; }
.facts div { display: grid; grid-template-columns: 11rem minmax(0, 1fr); gap: 0 1rem; padding: 0.3rem 0; border-bottom: 1px solid var(--rule); color: inherit; }
.facts dt { color: var(--soft); } .facts dd { margin: 0; }
.facts .bad dd { color: var(--bad); font-weight: 600; }
.filters { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: end; margin: 1rem 0 0.5rem; }
.filters p { margin: 0; } .filters .search { flex: 1 1 16rem; }
.filters label { display: block; font-size: 0.8125rem; color: var(--soft); }
input, select, button { font: inherit; color: inherit; background: var(--ground); border: 1px solid var(--edge); border-radius: 3px; min-height: 2.25rem; padding: 0.25rem 0.6rem; }
input { width: 100%; } input::placeholder { color: var(--soft); opacity: 1; }
button { cursor: pointer; } button:disabled { color: var(--soft); border-color: var(--rule); cursor: default; }
#found { margin: 0.75rem 0 0.25rem; color: var(--soft); }
.pager { display: flex; gap: 0.75rem; align-items: center; margin: 0.5rem 0; }
.pager[hidden] { display: none; }
.list { table-layout: fixed; font-size: 0.875rem; }
.list > thead th:nth-child(1) { width: 17%; } .list > thead th:nth-child(2) { width: 24%; } .list > thead th:nth-child(3) { width: 8.5%; }
.list > thead th:nth-child(4) { width: 10.5%; } .list > thead th:nth-child(5), .list > thead th:nth-child(6) { width: 8%; }
.list button { min-height: 0; padding: 0; border: 0; background: none; color: var(--link); text-align: left; font-weight: 600; display: block; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
.list button::before { content: '▸'; display: inline-block; width: 1em; font-weight: 400; }
.list button[aria-expanded='true']::before { content: '▾'; }
.list small { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 2; overflow: hidden; padding-left: 1em; }
.change, .why { display: -webkit-box; -webkit-box-orient: vertical; -webkit-line-clamp: 3; overflow: hidden; }
.why { color: var(--soft); }
del { color: var(--bad); text-decoration-thickness: 1px; } ins { color: var(--good); text-decoration: none; font-weight: 600; }
.details > td { background: var(--panel); padding: 0.5rem 1rem 1rem; }
.details .fields { font-size: 0.875rem; table-layout: fixed; margin: 0.5rem 0; }
.details .fields th:first-child { width: 20%; } .details .fields thead th:last-child { width: 22%; }
.details small { display: inline; padding: 0; } .details ul { margin: 0; padding-left: 1.25rem; }
.documents { color: var(--soft); font-size: 0.8125rem; margin: 0.75rem 0 0; }
.issues { list-style: none; padding: 0; } .issues li { border-bottom: 1px solid var(--rule); padding: 0.5rem 0; } .issues p { margin: 0.25rem 0; } summary { cursor: pointer; padding: 0.4rem 0; }
footer { margin-top: 3rem; padding-top: 0.75rem; border-top: 1px solid var(--rule); color: var(--soft); font-size: 0.8125rem; }
@media (max-width: 48rem) {
  body { padding: 1rem 1rem 3rem; }
  .facts div { grid-template-columns: minmax(0, 1fr); }
  .bars, .bars caption, .bars tbody, .bars tr, .bars th, .bars td { display: block; }
  .bars thead { display: none; }
  .bars tr { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 0 1rem; border-bottom: 1px solid var(--rule); padding: 0.4rem 0; }
  .bars tr > * { border: 0; padding: 0; width: auto; }
  .bars tbody th[scope='row'] { grid-row: 1; grid-column: 1; width: auto; }
  .bars tbody .figure { grid-row: 1; grid-column: 2; width: auto; }
  .bars tbody .figure + .figure { grid-row: 1; grid-column: 3; min-width: 4.5rem; }
  .bars tbody .tonnes::after { content: ' t'; } .bars tbody .percent::after { content: ' %'; } .bars tbody .most::before { content: 'most '; color: var(--soft); }
  .bars tbody .chart { grid-row: 2; grid-column: 1 / -1; }
  .bar { height: 1.5rem; }
  .list, .list > tbody, .list > tbody > tr > td { display: block; }
  .list > thead { display: none; }
  .list > tbody > tr { display: flex; flex-wrap: wrap; gap: 0.1rem 0.75rem; border-bottom: 1px solid var(--edge); padding: 0.6rem 0; }
  .list > tbody > tr > td { border: 0; padding: 0; flex: 0 0 auto; max-width: 100%; }
  .list > tbody > tr > td:nth-child(1) { order: 1; flex-basis: 100%; } .list > tbody > tr > td:nth-child(2) { flex-basis: 100%; }
  .list > tbody > tr > td:nth-child(7) { flex-basis: 100%; order: 2; }
  .list > tbody > tr.details { display: block; padding: 0; } .list > tbody > tr.details > td { padding: 0.5rem; }
  .fields, .fields tbody, .fields tr, .fields th, .fields td { display: block; width: 100%; }
  .fields thead { display: none; } .details .fields th:first-child { width: auto; font-weight: 600; border: 0; padding-bottom: 0; }
  .fields td { border: 0; padding: 0; display: grid; grid-template-columns: 4rem minmax(0, 1fr); }
  .fields td:empty { display: none; } .fields td::before { content: attr(data-label); color: var(--soft); font-size: 0.8125rem; }
}
@media print {
  :root { --ground: #fff; --panel: #fff; --ink: #000; --soft: #444; --rule: #bbb; --edge: #666; --link: #000; --total: #222; --gain: #666; --cost: #999; --spread: #666; --good: #000; --bad: #000; --warning: #000; --changed: #000; --good-ground: #fff; --bad-ground: #fff; --warning-ground: #fff; --changed-ground: #fff; }
  @page { margin: 16mm 14mm; }
  html { font-size: 80%; } body { max-width: none; padding: 0; }
  .filters, .pager, .skip, .contents { display: none; }
  h2, h3 { break-after: avoid; } tr, .facts div, .issues li { break-inside: avoid; } thead { display: table-header-group; }
  #operations { break-before: page; } .bars, .plain { break-inside: avoid; } caption, h3 { break-after: avoid; }
  .bar { height: 1.5rem; } .strip { height: 2rem; } .plain { font-size: 0.8125rem; } .plain th, .plain td { padding-right: 0.6rem; }
  rect, .tag { print-color-adjust: exact; -webkit-print-color-adjust: exact; } rect { stroke: #222; stroke-width: 1; vector-effect: non-scaling-stroke; }
  .tag { border: 1px solid #666; } .wide { overflow: visible; }
}
`;
