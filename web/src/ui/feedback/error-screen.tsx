import { Box, Button, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isChunkError, isNetworkError, logError, reloadOnce } from '../../lib/api/errors.ts'
import { getErrorId } from '../../lib/errors/error-id.ts'
import { MessageCard, MessagePage } from './message.tsx'

type MessageProps = { title: string; text: string; actions: ReactNode; within?: boolean; children?: ReactNode }

const Message = ({ title, text, actions, within = false, children }: MessageProps) => (
  <MessagePage within={within} role="alert">
    <MessageCard title={title} text={text} actions={actions} />
    {children}
  </MessagePage>
)

const homeButton = (
  <Button component="a" href="/" variant="default">
    Go to Homepage
  </Button>
)

function ConnectionProblem({ within = false, onOnline }: { within?: boolean; onOnline: () => void }) {
  useWindowEvent('online', onOnline)
  return (
    <Message
      within={within}
      title="Connection Problem"
      text="Please check your internet connection and try again."
      actions={<Button disabled>Check Connection</Button>}
    />
  )
}

function UpdateAvailable({ error, within = false }: { error: unknown; within?: boolean }) {
  useEffect(() => reloadOnce(error), [error])
  return (
    <Message
      within={within}
      title="Update Available"
      text="The application has been updated. Please refresh the page."
      actions={<Button onClick={() => window.location.reload()}>Refresh to Update</Button>}
    />
  )
}

const formatError = (error: unknown) => (error instanceof Error ? error.message : String(error))

/** The failure that 'Try Again' reset last, with the address of its screen. Later it counts as a new one. */
let lastReset: { failure: string; at: number } | undefined
const sameFailureMs = 30_000

/**
 * Renders the failed part again with new data. Reloads the page when that fails, also if the part fails in the same way
 * once it has its data.
 */
function useTryAgain(error: unknown) {
  const router = useRouter()
  const queryClient = useQueryClient()
  const failure = `${router.state.location.href} ${formatError(error)}`
  useEffect(() => {
    const isSame = failure === lastReset?.failure && Date.now() - lastReset.at < sameFailureMs
    if (!isSame || isNetworkError(error)) return
    lastReset = undefined
    window.location.reload()
  }, [failure, error])
  return async () => {
    lastReset = { failure, at: Date.now() }
    // The answer that it failed on. What other parts of the page show has observers and stays.
    queryClient.removeQueries({ predicate: (query) => query.getObserversCount() === 0 })
    try {
      await router.invalidate() // resets the boundary too
    } catch {
      window.location.reload()
    }
  }
}

/** Shown when the application outside the screens fails. */
export function ErrorScreen({ error }: ErrorComponentProps) {
  const tryAgain = useTryAgain(error)
  useEffect(() => logError(error), [error])
  if (isNetworkError(error)) return <ConnectionProblem onOnline={() => void tryAgain()} />
  if (isChunkError(error)) return <UpdateAvailable error={error} />
  return (
    <Message
      title="Something went wrong"
      text="We're sorry, but something unexpected happened. Our team has been notified and is working on a fix."
      actions={
        <>
          <Button onClick={tryAgain}>Try Again</Button>
          {homeButton}
        </>
      }
    >
      <Text c="dimmed" fz="xs" mt={20}>
        Error ID: {getErrorId(error)}
      </Text>
    </Message>
  )
}

/** Shown when one screen fails; the rest of the portal keeps working. */
export function ScreenError({ error }: ErrorComponentProps) {
  const [shown, setShown] = useState(false)
  const tryAgain = useTryAgain(error)
  useEffect(() => logError(error), [error])
  if (isNetworkError(error)) return <ConnectionProblem within onOnline={() => void tryAgain()} />
  if (isChunkError(error)) return <UpdateAvailable error={error} within />
  return (
    <Message
      within
      title="Something went wrong!"
      text="This screen failed. The rest of the portal still works."
      actions={
        <>
          <Button onClick={tryAgain}>Try Again</Button>
          <Button variant="default" aria-expanded={shown} onClick={() => setShown(!shown)}>
            {shown ? 'Hide Error' : 'Show Error'}
          </Button>
        </>
      }
    >
      {shown && (
        <Box
          component="pre"
          w="100%"
          mah={240}
          m={0}
          mt={16}
          p={12}
          bd="1px solid var(--line)"
          bdrs="md"
          bg="var(--mantine-color-body)"
          fz={12}
          ta="left"
          style={{ overflow: 'auto', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
        >
          {formatError(error)}
        </Box>
      )}
    </Message>
  )
}
