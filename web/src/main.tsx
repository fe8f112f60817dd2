import './jitless.ts'
import './ui/theme/base-styles.ts'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient, router } from './router.ts'
import { styleNonce } from './style-nonce.ts'
import { DeferredImpersonationBanner } from './ui/shell/banners/deferred-banner.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from './ui/theme/theme.ts'
import { Toasts } from './ui/toasts/lazy-toasts.tsx'

const App = () => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={cssVariablesResolver}
    // The provider writes all variables, so the stylesheet with the default ones is not loaded.
    deduplicateCssVariables={false}
    colorSchemeManager={colorSchemeManager}
    defaultColorScheme="auto"
    getStyleNonce={() => styleNonce}
  >
    <DeferredImpersonationBanner />
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
    <Toasts />
  </MantineProvider>
)

/** The code of error reports loads with the portal, or else at the first error: the sign-in screen has no room for it. */
const reportLater = (event: Event) =>
  void import('./lib/errors/report-event.ts').then(
    ({ reportEvent }) => reportEvent(event),
    // A failure that nothing caught would be reported in turn.
    () => {},
  )
window.addEventListener('error', reportLater)
window.addEventListener('unhandledrejection', reportLater)

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
)
