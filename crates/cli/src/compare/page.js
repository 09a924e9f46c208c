// Pins the turn that was clicked. While a line is pointed at, it is lit in every column, and so is the place in the program
// that scheduled its turn.
const cells = document.querySelectorAll('td[data-line]');
for (const cell of cells) {
  cell.addEventListener('click', () => cell.classList.toggle('pinned'));
  cell.addEventListener('mouseenter', () => light(cell, true));
  cell.addEventListener('mouseleave', () => light(cell, false));
}
function light(cell, on) {
  for (const other of cells) {
    if (other.dataset.line === cell.dataset.line) other.classList.toggle('lit', on);
  }
  document.getElementById(`source-${cell.dataset.source}`)?.classList.toggle('lit', on);
}
