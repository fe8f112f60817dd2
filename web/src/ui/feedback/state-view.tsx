import { Button, Center, Group, Paper, Stack, Text } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { type LucideIcon, SearchX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { getErrorMessage, isNotFoundError } from '../../lib/api/errors.ts'
import { LinkButton } from '../display/links.tsx'
import { getToneColors } from '../display/tones.ts'

export type StateViewProps = { icon?: LucideIcon; title: string; text?: ReactNode; action?: ReactNode; tone?: 'bad' }

export const StateView = ({ icon: Icon, title, text, action, tone }: StateViewProps) => (
  <Stack align="center" gap={0} px={20} py={48} ta="center">
    {Icon && (
      <Center
        component="span"
        w={40}
        h={40}
        mb={12}
        bdrs="md"
        bd={tone ? '1px solid transparent' : '1px solid var(--line)'}
        {...(tone ? getToneColors(tone) : { bg: 'var(--raised)', c: 'dimmed' })}
      >
        <Icon size={20} aria-hidden="true" />
      </Center>
    )}
    <Text fw={600}>{title}</Text>
    {text && (
      <Text c="dimmed" maw="52ch" mt={4}>
        {text}
      </Text>
    )}
    {action && (
      <Group mt={16} gap={12} justify="center">
        {action}
      </Group>
    )}
  </Stack>
)

/** A sentence in place of an empty short list. */
export const EmptyNote = ({ children }: { children: ReactNode }) => (
  <Paper component="p" m={0} p="32px 16px" ta="center" c="dimmed" bd="1px dashed var(--mantine-color-default-border)">
    {children}
  </Paper>
)

type FailureProps = { what: string; error: unknown; onRetry: () => void }

const home = { to: '/portal', label: 'Go Home' } as const

type NotFoundProps = { what: string; backLink?: { to: LinkProps['to']; label: string } }

export const NotFound = ({ what, backLink = home }: NotFoundProps) => (
  <StateView
    icon={SearchX}
    title={`${what} does not exist`}
    text="The link may be incomplete or belong to another account."
    action={
      <LinkButton variant="default" to={backLink.to}>
        {backLink.label}
      </LinkButton>
    }
  />
)

export const NotFoundOrError = ({ what, error, onRetry, ...back }: FailureProps & NotFoundProps) =>
  isNotFoundError(error) ? <NotFound what={what} {...back} /> : <LoadFailure {...{ what, error, onRetry }} />

const renderRetryButton = (onRetry: () => void) => (
  <Button variant="default" onClick={onRetry}>
    Try Again
  </Button>
)

export function LoadFailure({ what, error, onRetry }: FailureProps) {
  const title = `${what} could not be loaded`
  return (
    <div role="alert">
      <StateView
        tone="bad"
        icon={TriangleAlert}
        title={title}
        text={getErrorMessage(error)}
        action={renderRetryButton(onRetry)}
      />
    </div>
  )
}

/** The content of an empty list: `No results.` above a hint on what to do. */
export const EmptyList = ({ hint }: { hint: ReactNode }) => (
  <>
    <Text c="dimmed" pt={24} mb={-24} ta="center">
      No results.
    </Text>
    {hint}
  </>
)

/** The content of a list that its filters have emptied. */
export const NoResults = ({ onClear }: { onClear: () => void }) => (
  <EmptyList
    hint={
      <StateView
        icon={SearchX}
        title="Nothing matches the filters"
        action={
          <Button variant="default" onClick={onClear}>
            Clear filters
          </Button>
        }
      />
    }
  />
)
