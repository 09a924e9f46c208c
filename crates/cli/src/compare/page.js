// Pins the turn that was clicked, and lights up the same line in every column while one is pointed at.
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
}
