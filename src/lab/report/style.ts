// The style sheet of the report: light or dark as the reader has it, black on white on paper.

export const STYLE = `
:root{color-scheme:light dark;--ground:#fff;--ink:#222;--faint:#636a73;--rule:#ddd;--soft:#f4f5f7;--link:#22558f;--agrees:#1d7a43;--differs:#b3362a;--open:#8a6100;--none:#636a73}
@media (prefers-color-scheme:dark){:root{--ground:#16191d;--ink:#e2e4e7;--faint:#9aa0a8;--rule:#3a3f46;--soft:#1f2429;--link:#8fbcf0;--agrees:#7fd1a0;--differs:#f0857a;--open:#e6c35c;--none:#9aa0a8}}
body{margin:0 auto;padding:24px 20px 60px;max-width:1020px;background:var(--ground);color:var(--ink);font:15px/1.5 system-ui,sans-serif}
h1{font-size:26px;margin:0 0 4px}h2{font-size:18px;margin:34px 0 10px}p{margin:6px 0 12px;max-width:75ch}
a{color:var(--link)}.note{color:var(--faint)}code{overflow-wrap:anywhere;background:var(--soft);padding:2px 5px;border-radius:3px;font-size:13px}
table{border-collapse:collapse;font-variant-numeric:tabular-nums;width:100%}th,td{padding:5px 14px 5px 0;text-align:left;border-bottom:1px solid var(--rule);vertical-align:top}
th{font-weight:600}td.n,th.n{text-align:right}.wide{overflow-x:auto}caption{text-align:left;font-weight:600;padding:0 0 6px}
.verdict{font-weight:600;white-space:nowrap}.agrees{color:var(--agrees)}.differs{color:var(--differs)}.open{color:var(--open)}.none{color:var(--none)}
.counts{display:flex;flex-wrap:wrap;gap:10px 28px;padding:0;margin:18px 0;list-style:none}.counts b{font-size:24px;display:block;line-height:1.2}
.facts{width:auto}.facts th{white-space:nowrap}
figure{margin:16px 0;break-inside:avoid;min-width:0}.figures{display:flex;flex-wrap:wrap;gap:0 24px}.when{white-space:nowrap}figcaption{text-align:center;color:var(--faint)}figure svg{max-width:100%;height:auto}nav{margin:0 0 14px}
@media print{:root{--ground:#fff;--ink:#000;--faint:#444;--link:#000}body{max-width:none;padding:0;font-size:11pt}nav{display:none}tr{break-inside:avoid}h2{break-after:avoid}}
`
