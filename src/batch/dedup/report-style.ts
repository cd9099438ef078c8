/** Style sheet of the report. */
export const reportStyle = `
:root {
  color-scheme: light dark;
  --ink: #1b1b1b;
  --paper: #fff;
  --line: #d5d5d5;
  --soft: #595959;
  --link: #0b57d0;
  --del: #ffd9d6;
  --ins: #cdf0d3;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ink: #e8e8e8;
    --paper: #161616;
    --line: #444;
    --soft: #b0b0b0;
    --link: #8ab4f8;
    --del: #6b1f1a;
    --ins: #14532d;
  }
}
body {
  margin: 0;
  background: var(--paper);
  color: var(--ink);
  font:
    16px / 1.5 system-ui,
    sans-serif;
}
main {
  max-width: 72rem;
  margin: 0 auto;
  padding: 1rem;
}
h2 {
  margin-top: 2.5rem;
}
h3,
h4 {
  font-size: 1rem;
  margin: 0 0 0.5rem;
  overflow-wrap: anywhere;
}
a {
  color: var(--link);
  overflow-wrap: anywhere;
}
code {
  overflow-wrap: anywhere;
}
.table {
  overflow-x: auto;
}
table {
  border-collapse: collapse;
}
th,
td {
  padding: 0.2rem 0.8rem 0.2rem 0;
  border-bottom: 1px solid var(--line);
  text-align: left;
  font-weight: normal;
}
td {
  text-align: right;
  font-variant-numeric: tabular-nums;
}
figure {
  margin: 1.5rem 0;
}
svg {
  max-width: 100%;
  height: auto;
  border: 1px solid var(--line);
}
article {
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  padding: 1rem;
  margin: 1rem 0;
  break-inside: avoid;
}
details {
  margin: 0.5rem 0;
}
summary {
  cursor: pointer;
}
.hint {
  color: var(--soft);
  margin: 0.25rem 0;
}
.text {
  white-space: pre-wrap;
  overflow-wrap: anywhere;
  margin: 0.25rem 0 0.75rem;
}
.pair {
  display: grid;
  gap: 1rem;
  grid-template-columns: 1fr 1fr;
}
.pair > div {
  min-width: 0;
}
del {
  background: var(--del);
  text-decoration: line-through;
}
ins {
  background: var(--ins);
  text-decoration: underline;
}
@media (max-width: 40rem) {
  .pair {
    grid-template-columns: 1fr;
  }
}
`;
