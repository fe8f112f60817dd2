import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { queryClient, router } from './router.ts'
import { styleNonce } from './style-nonce.ts'
import { ImpersonationBanner } from './ui/shell/impersonation-banner.tsx'
import { colorSchemeManager, cssVariablesResolver, theme } from './ui/theme.ts'
import { Toasts } from './ui/toasts/toasts-on-demand.tsx'

/** The whole application. */
export function App() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
      getStyleNonce={() => styleNonce}
    >
      <ImpersonationBanner />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      <Toasts />
    </MantineProvider>
  )
}
