import { Link } from '@tanstack/react-router'
import { useAbout } from '../../lib/about.ts'

/** Where the mails are that a demo does not send, or who can read them where they are not for everybody. */
export function OutboxLink({ email }: { email: string }) {
  const portal = useAbout()
  if (!portal?.hasOutbox) return null
  if (portal.isExposed) return <p>This portal sends no mail. Ask its administrator for a code.</p>
  return (
    <p>
      This portal sends no mail.{' '}
      <Link to="/dev/outbox" search={{ to: email || undefined }}>
        Open the outbox
      </Link>
    </p>
  )
}
