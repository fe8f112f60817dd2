;(() => {
  let chosen = 'auto'
  try {
    chosen = localStorage.getItem('dooryard.color-scheme') ?? 'auto'
  } catch {
    // No storage.
  }
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
})()
