import { Box, Button, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { isChunkError, isNetworkError, logError } from '../../lib/api/errors.ts'
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

const UpdateAvailable = ({ within = false }: { within?: boolean }) => (
  <Message
    within={within}
    title="Update Available"
    text="The application has been updated. Please refresh the page."
    actions={<Button onClick={() => window.location.reload()}>Refresh to Update</Button>}
  />
)

/** Renders the failed part again; reloads the page when that fails too. */
function useTryAgain(reset: () => void) {
  const router = useRouter()
  return async () => {
    try {
      reset()
      await router.invalidate()
    } catch {
      window.location.reload()
    }
  }
}

/** Shown when the application outside the screens fails. */
export function ErrorScreen({ error, reset }: ErrorComponentProps) {
  const [errorId] = useState(() => Date.now().toString(36).toUpperCase())
  const tryAgain = useTryAgain(reset)
  useEffect(() => logError(error), [error])
  if (isNetworkError(error)) return <ConnectionProblem onOnline={() => void tryAgain()} />
  if (isChunkError(error)) return <UpdateAvailable />
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
        Error ID: {errorId}
      </Text>
    </Message>
  )
}

/** Shown when one screen fails; the rest of the portal keeps working. */
export function ScreenError({ error, reset }: ErrorComponentProps) {
  const [shown, setShown] = useState(false)
  const tryAgain = useTryAgain(reset)
  useEffect(() => logError(error), [error])
  if (isNetworkError(error)) return <ConnectionProblem within onOnline={() => void tryAgain()} />
  if (isChunkError(error)) return <UpdateAvailable within />
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
          {error instanceof Error ? error.message : String(error)}
        </Box>
      )}
    </Message>
  )
}
