// Runs before the rest of the counter has loaded, and keeps the keys that come meanwhile, after every sale. The
// counter types them once its fields are there: early-keys.ts.
if (location.pathname === '/pdv') {
  const keys = [];
  const keep = (event) => {
    const { key, shiftKey, ctrlKey, altKey, metaKey, repeat } = event;
    const isTyped = key.length === 1 || /^(Enter|Backspace|Tab|F2|F4|F8|F9)$/.test(key);
    // Another field that has the focus gets its keys as ever.
    const isLost = !document.activeElement || document.activeElement === document.body;
    if (!isTyped || !isLost || repeat || ctrlKey || altKey || metaKey) return;
    keys.push({ key, shiftKey, at: performance.now() });
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('keydown', keep, true);
  window.takeEarlyKeys = () => {
    removeEventListener('keydown', keep, true);
    return keys.splice(0);
  };
}
