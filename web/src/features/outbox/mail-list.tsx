import type { OutboxMail } from '@dooryard/contract/about'
import { Link } from '@tanstack/react-router'
import { formatTime } from '../../lib/format.ts'
import classes from './outbox.module.css'

type MailListProps = { mails: OutboxMail[]; chosen: string; to: string | undefined }

/** The mails, newest first. */
export function MailList({ mails, chosen, to }: MailListProps) {
  return (
    <nav className={classes.list} aria-label="Mails">
      {mails.map(({ id, subject, to: recipient, createdAt }) => (
        <Link
          key={id}
          className={classes.item}
          to="/dev/outbox"
          search={{ to, mail: id }}
          resetScroll={false}
          aria-current={id === chosen}
        >
          <span className={classes.subject}>{subject}</span>
          <span className={classes.recipient}>{recipient}</span>
          <time className={classes.time} dateTime={createdAt}>
            {formatTime(createdAt)}
          </time>
        </Link>
      ))}
    </nav>
  )
}
