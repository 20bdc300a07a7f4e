/* Shows the board of a page of rules where its first link is; without this script the link opens it. */
for (const board of document.querySelectorAll('.board')) {
  const link = board.querySelector('.here');
  board.hidden = location.protocol === 'file:'; // Python starts only on pages of a host
  link.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    const frame = document.createElement('iframe');
    frame.src = link.href;
    frame.title = link.textContent;
    link.replaceWith(frame);
    frame.scrollIntoView();
    frame.focus({ preventScroll: true });
  });
}
