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

// These screens wait for what the portal says of itself, so it is asked for along with their code.
if (['/login', '/reset-password', '/verify-email'].includes(location.pathname)) {
  const link = document.createElement('link')
  Object.assign(link, { rel: 'preload', href: '/v1/about', as: 'fetch', crossOrigin: 'anonymous' })
  document.head.append(link)
}
