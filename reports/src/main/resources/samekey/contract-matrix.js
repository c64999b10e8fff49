const form = document.getElementById("find");
const count = document.getElementById("found");
const rows = [...document.querySelectorAll("tbody tr")];
const clauses = rows.map(row => {
  const article = document.getElementById(row.dataset.id);
  const texts = [row.textContent, ...[...article.querySelectorAll("h3, p, summary, li, dd")].map(one => one.textContent)];
  return { row, article, text: texts.join("\n").toLowerCase(), operations: row.dataset.operations };
});

function matches(clause) {
  const { verdict, level, group, operation, words } = form.elements;
  const data = clause.row.dataset;
  const ofOperation = operation.value === "" ? data.verdict : clause.operations[Number(operation.value)];
  return (operation.value === "" || ofOperation !== "-")
      && (verdict.value === "" || ofOperation === verdict.value)
      && (level.value === "" || data.level === level.value)
      && (group.value === "" || data.group === group.value)
      && words.value.toLowerCase().split(/\s+/).every(word => clause.text.includes(word));
}

function show() {
  let found = 0;
  for (const clause of clauses) {
    const shown = matches(clause);
    found += shown ? 1 : 0;
    clause.row.hidden = !shown;
    clause.article.hidden = !shown;
  }
  for (const section of document.querySelectorAll("main section")) {
    section.hidden = section.querySelector("article:not([hidden])") === null;
  }
  count.textContent = found + " of " + clauses.length + " clauses";
}

function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.closest("[hidden]")) {
    form.reset();
    show();
    target.scrollIntoView();
  }
}

form.addEventListener("input", show);
form.addEventListener("reset", () => setTimeout(show));
form.addEventListener("submit", event => event.preventDefault());
addEventListener("hashchange", reveal);
form.hidden = false;
show();
