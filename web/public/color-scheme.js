// Runs before the first paint, so a dark screen never flashes white. A file of its own, because the content security
// policy allows no inline script.
;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('dooryard.color-scheme') ?? 'auto'
  } catch {
    // Storage may be switched off; the system's preference decides then.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
