import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Mail } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { isMissing } from '../../lib/errors.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { useTitle } from '../../lib/use-title.ts'
import { NotFoundScreen } from '../../ui/feedback/not-found-screen.tsx'
import { DocumentFrame } from '../../ui/parts/document-frame.tsx'
import { LoadFailure, StateView } from '../../ui/parts/state-view.tsx'
import { MailList } from './mail-list.tsx'
import { MailView } from './mail-view.tsx'
import { outbox } from './outbox.data.ts'
import classes from './outbox.module.css'
import type { OutboxSearch } from './outbox-search.ts'

type OutboxProps = OutboxSearch & { onFilter: (to: string) => void }

/** The mails of a portal that sends none, as they would have been sent. */
export function OutboxScreen({ to, mail, onFilter }: OutboxProps) {
  const { data, error, refetch } = useQuery(outbox(to))
  const chosen = data?.items.find(({ id }) => id === mail) ?? data?.items[0]
  if (isMissing(error)) return <NotFoundScreen />
  return (
    <Frame>
      <RecipientFilter to={to} onFilter={onFilter} />
      {error && !data && <LoadFailure what="The outbox" error={error} onRetry={() => void refetch()} />}
      {data && !chosen && (
        <StateView
          icon={Mail}
          title={to ? `No mail to ${to}` : 'No mail yet'}
          text="What the portal would send appears here by itself."
        />
      )}
      {data && chosen && (
        <div className={classes.panes}>
          <MailList mails={data.items} chosen={chosen.id} to={to} />
          <MailView key={chosen.id} mail={chosen} />
        </div>
      )}
    </Frame>
  )
}

function Frame({ children }: { children: ReactNode }) {
  useTitle('Outbox')
  return (
    <DocumentFrame width="wide">
      <h1>Outbox</h1>
      <p className={classes.lead}>
        This portal sends no mail. The last 50 that it would have sent are here for everybody.
      </p>
      {children}
    </DocumentFrame>
  )
}

function RecipientFilter({ to = '', onFilter }: { to?: string; onFilter: (to: string) => void }) {
  const { text, type } = useDebouncedText(to, onFilter)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => input.current?.focus(), [])
  return (
    <TextInput
      ref={input}
      className={classes.filter}
      label="Recipient"
      placeholder="Everybody"
      type="search"
      value={text}
      onChange={({ currentTarget }) => type(currentTarget.value)}
    />
  )
}
