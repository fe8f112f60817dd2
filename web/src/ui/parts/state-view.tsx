import { Button } from '@mantine/core'
import type { LinkProps } from '@tanstack/react-router'
import { Hourglass, type LucideIcon, SearchX, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ApiError, isMissing, isOwnerLimit, sentenceFor } from '../../lib/errors.ts'
import { LinkButton } from './link-button.tsx'
import classes from './state-view.module.css'
import { useOwnerLimit } from './use-owner-limit.ts'

export type StateViewProps = { icon?: LucideIcon; title: string; text?: ReactNode; action?: ReactNode; tone?: 'bad' }

/** What stands in the place of content: nothing yet, nothing found, or a failure. */
export function StateView({ icon: Icon, title, text, action, tone }: StateViewProps) {
  return (
    <div className={classes.state} data-tone={tone}>
      {Icon && (
        <span className={classes.icon}>
          <Icon size={20} aria-hidden="true" />
        </span>
      )}
      <p className={classes.title}>{title}</p>
      {text && <p className={classes.text}>{text}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

/** One thing that an address names, and that is not there or could not be had. */
export function MissingOrFailed({ what, error, onRetry, wayBack = home }: MissingProps) {
  if (!isMissing(error)) return <LoadFailure what={what} error={error} onRetry={onRetry} />
  return (
    <StateView
      icon={SearchX}
      title={`${what} does not exist`}
      text="The link may be cut short, or it belongs to another account."
      action={
        <LinkButton variant="default" to={wayBack.to}>
          {wayBack.label}
        </LinkButton>
      }
    />
  )
}

const home = { to: '/portal', label: 'Go Home' } as const

type MissingProps = FailureProps & { wayBack?: { to: LinkProps['to']; label: string } }

type FailureProps = { what: string; error: unknown; onRetry: () => void }

/** A failure to load, where the content would be. */
export function LoadFailure({ what, error, onRetry }: FailureProps) {
  if (isOwnerLimit(error)) return <OwnerLimitReached error={error} onRetry={onRetry} />
  return (
    <div role="alert">
      <StateView
        tone="bad"
        icon={TriangleAlert}
        title={`${what} could not be loaded`}
        text={sentenceFor(error)}
        action={
          <Button variant="default" onClick={onRetry}>
            Try Again
          </Button>
        }
      />
    </div>
  )
}

/** Asking again is offered once it is of use. */
function OwnerLimitReached({ error, onRetry }: { error: ApiError; onRetry: () => void }) {
  const { isOver, title, text } = useOwnerLimit(error)
  const again = isOver && (
    <Button variant="default" onClick={onRetry}>
      Try Again
    </Button>
  )
  return (
    <div role="alert">
      <StateView icon={Hourglass} title={title} text={text} action={again} />
    </div>
  )
}
