import { contactResultLog, type DoNotCallRemoval, NewContactResult } from '@dooryard/contract/leads/contact-results'
import { type ContactResult, contactResults } from '@dooryard/contract/leads/phone-results'
import type { BoardLeadDetail } from '@dooryard/contract/orders/lead-board'
import type { Contact } from '@dooryard/contract/orders/leads'
import { Button, Group, NativeSelect, Text, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { LeadContacts } from '../../../entities/lead/lead-contacts.tsx'
import { parseLeadKey } from '../../../entities/lead/lead-key.ts'
import { getErrorMessage } from '../../../lib/api/errors.ts'
import { useEndpointMutation } from '../../../lib/api/use-endpoint-mutation.ts'
import { formatPhone, pluralize } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { Instant } from '../../../ui/display/instant.tsx'
import { ReasonDialog, withReason } from '../../../ui/form/reason-dialog.tsx'
import { resultRefreshes, useLogResult } from './use-log-result.ts'

const isPhone = ({ type }: Contact) => type === 'PHONE'

function ResultForm({ leadKey, phones }: { leadKey: string; phones: readonly Contact[] }) {
  const [phone, setPhone] = useState(phones[0]?.value ?? '')
  const [result, setResult] = useState<ContactResult>('NO_ANSWER')
  const [note, setNote] = useState('')
  const [refusal, setRefusal] = useState<string>()
  const log = useLogResult()
  const clear = () => {
    setNote('')
    setResult('NO_ANSWER')
  }
  const send = (event: FormEvent) => {
    event.preventDefault()
    const checked = NewContactResult.safeParse({ phone, result, ...(note.trim() && { note }) })
    if (!checked.success) return setRefusal(checked.error.issues[0]?.message)
    if (log.isPending) return
    setRefusal(undefined)
    log.mutate(
      { params: parseLeadKey(leadKey), body: checked.data },
      { onSuccess: clear, onError: (error) => setRefusal(getErrorMessage(error)) },
    )
  }
  return (
    <form onSubmit={send} noValidate>
      <Group gap={8} mt={12} grow>
        <NativeSelect
          label="Phone"
          data={phones.map(({ value }) => ({ value, label: formatPhone(value) }))}
          value={phone}
          onChange={({ currentTarget }) => setPhone(currentTarget.value)}
        />
        <NativeSelect
          label="Result"
          data={contactResults.terms.map(({ value, label }) => ({ value, label }))}
          value={result}
          onChange={({ currentTarget }) =>
            setResult(contactResults.values.find((one) => one === currentTarget.value) ?? 'NO_ANSWER')
          }
        />
      </Group>
      <Textarea
        mt={8}
        rows={2}
        aria-label="Note on the call"
        placeholder="Note on the call (optional)"
        value={note}
        error={refusal}
        onChange={({ currentTarget }) => setNote(currentTarget.value)}
      />
      <Group gap={12} mt={8} wrap="nowrap" justify="space-between">
        <Text fz={12} c="dimmed">
          {contactResults.description(result)}
        </Text>
        <Button type="submit" size="xs" variant="default" flex="none" loading={log.isPending}>
          Log result
        </Button>
      </Group>
    </form>
  )
}

/** The contacts of a lead with the last result of each phone, and a form to log the next. */
export function ContactLog({ leadKey, lead }: { leadKey: string; lead: BoardLeadDetail }) {
  const contacts = lead.contacts ?? []
  const phones = contacts.filter(isPhone)
  const [leaving, setLeaving] = useState<string>()
  const allow = useEndpointMutation(contactResultLog.allowCalls, { refreshes: resultRefreshes })
  const toInput = (reason: string) => {
    const body: DoNotCallRemoval = { phone: leaving ?? '', reason }
    return { params: parseLeadKey(leadKey), body }
  }
  const renderAfter = ({ value, scrub }: Contact) => {
    const last = lead.phoneResults.find(({ phone }) => phone === value)
    return (
      <>
        {last && (
          <Group gap={6} mt={2}>
            <Tag tone={last.result === 'WRONG_NUMBER' || last.result === 'DO_NOT_CALL' ? 'bad' : 'plain'}>
              {contactResults.label(last.result)}
            </Tag>
            <Text span fz={12} c="dimmed">
              <Instant at={last.at} />
              {last.tries > 1 && ` · ${pluralize(last.tries, 'call')}`}
            </Text>
          </Group>
        )}
        {scrub === 'INTERNAL_DNC' && (
          <Button mt={4} size="compact-xs" variant="subtle" onClick={() => setLeaving(value)}>
            Remove from your do-not-call list
          </Button>
        )}
      </>
    )
  }
  return (
    <>
      <LeadContacts contacts={contacts} renderAfter={renderAfter} />
      {phones.length > 0 && <ResultForm key={leadKey} leadKey={leadKey} phones={phones} />}
      <ReasonDialog
        prompt={
          leaving === undefined
            ? undefined
            : {
                id: leaving,
                title: 'Remove from your do-not-call list',
                lead: `${formatPhone(leaving)} can be called only once an order has checked it again.`,
                example: 'The owner asked to be called again',
                send: 'Remove',
              }
        }
        call={withReason(allow, toInput)}
        onDone={() => setLeaving(undefined)}
        onClose={() => setLeaving(undefined)}
      />
    </>
  )
}
