import { Link } from '@tanstack/react-router'
import { useAbout } from './auth.data.ts'

/** Where the mails are that a demo does not send. */
export function OutboxLink({ email }: { email: string }) {
  if (!useAbout()?.hasOutbox) return null
  return (
    <p>
      This portal sends no mail.{' '}
      <Link to="/dev/outbox" search={{ to: email || undefined }}>
        Open the outbox
      </Link>
    </p>
  )
}
