import { leadStages } from '@dooryard/contract/api/enums'
import type { NextTask } from '@dooryard/contract/leads/lead-task'
import { type ContactResult, contactResults } from '@dooryard/contract/leads/phone-results'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { ActionIcon, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, ListChecks, NotebookPen, Phone, PhoneOutgoing } from 'lucide-react'
import { memo, useEffect, useId } from 'react'
import { LabelChip } from '../../../entities/lead/labels/label-chip.tsx'
import type { LeadLabels } from '../../../entities/lead/labels/labels.data.ts'
import { toLeadKey } from '../../../entities/lead/lead-key.ts'
import {
  formatOwner,
  formatStageAge,
  listCallablePhones,
  listPhonesToCall,
} from '../../../entities/lead/lead-labels.ts'
import { DueLabel } from '../../../entities/lead/tasks/due-label.tsx'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import { formatDay, formatDayAndTime, formatPhone, pluralize } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import classes from './card.module.css'
import { useDraggable } from './use-drag-and-drop.ts'

type LeadCardProps = {
  lead: BoardLead
  /** Whether this card is the tab stop; each column has one. */
  isTabStop: boolean
  /** Whether to focus this card. */
  shouldFocus: boolean
  onFocus: (key: string) => void
  onMenu: (lead: BoardLead, button: HTMLElement) => void
  onTask: (lead: BoardLead) => void
  onCall: (lead: BoardLead, button: HTMLElement) => void
  isSelected: boolean
  onSelect: (lead: BoardLead, isRange: boolean) => void
  labels: LeadLabels['byId']
}

type FootProps = Pick<LeadCardProps, 'lead' | 'isTabStop' | 'onMenu' | 'onTask' | 'onCall'>

function Foot({ lead, isTabStop, onMenu, onTask, onCall }: FootProps) {
  const tabIndex = isTabStop ? 0 : -1
  const since = `In ${leadStages.label(lead.stage)} since ${formatDayAndTime(lead.stagedAt)}`
  return (
    <Group className={classes.cardFoot} gap={10} mih={28} mt={2} wrap="nowrap">
      <Text span inherit truncate title={`From the order ${lead.orderName}`}>
        {lead.orderName}
      </Text>
      <span title={since}>
        <span className="visually-hidden">In this stage: </span>
        {formatStageAge(lead.stagedAt)}
      </span>
      {lead.notes > 0 && (
        <Group component="span" gap={3} wrap="nowrap" title={pluralize(lead.notes, 'note')}>
          <NotebookPen size={13} aria-hidden="true" />
          {lead.notes}
          <span className="visually-hidden">{lead.notes === 1 ? 'note' : 'notes'}</span>
        </Group>
      )}
      <Group ml="auto" gap={0} wrap="nowrap">
        {listPhonesToCall(lead).length > 0 && (
          <ActionIcon
            size={24}
            tabIndex={tabIndex}
            aria-haspopup="menu"
            aria-label={`Log a call to ${formatOwner(lead)}`}
            data-hint="Log a call (C)"
            onClick={({ currentTarget }) => onCall(lead, currentTarget)}
          >
            <PhoneOutgoing size={14} aria-hidden="true" />
          </ActionIcon>
        )}
        <ActionIcon
          size={24}
          tabIndex={tabIndex}
          aria-label={`${lead.nextTask ? 'Change' : 'Set'} the next action of ${formatOwner(lead)}`}
          data-hint={lead.nextTask ? 'Change next action' : 'Set next action'}
          onClick={() => onTask(lead)}
        >
          <ListChecks size={14} aria-hidden="true" />
        </ActionIcon>
        <ActionIcon
          size={24}
          tabIndex={tabIndex}
          aria-haspopup="menu"
          aria-label={`Move ${formatOwner(lead)} to another stage`}
          data-hint="Move to…"
          onClick={({ currentTarget }) => onMenu(lead, currentTarget)}
        >
          <ArrowLeftRight size={14} aria-hidden="true" />
        </ActionIcon>
      </Group>
    </Group>
  )
}

/** What to do next, and when. */
const NextAction = ({ task }: { task: NextTask }) => (
  <p className={classes.nextAction}>
    <ListChecks size={12} aria-hidden="true" />
    <span className="visually-hidden">Next action: </span>
    <span title={task.title}>{task.title}</span>
    <DueLabel task={task} />
  </p>
)

const maxShownPhones = 2
const maxShownTags = 2

/** The numbers that may be called. One that was wrong is struck through and no link. */
function Phones({ lead, tabIndex }: { lead: BoardLead; tabIndex: number }) {
  const phones = listCallablePhones(lead.contacts)
  const isWrong = (value: string) =>
    lead.phoneResults.some(({ phone, result }) => phone === value && result === 'WRONG_NUMBER')
  const sorted = phones.toSorted((one, other) => Number(isWrong(one.value)) - Number(isWrong(other.value)))
  const hidden = phones.length - maxShownPhones
  const found = listPhonesToCall(lead).length
  if (phones.length === 0 && found > 0)
    return <span className={classes.more}>{pluralize(found, 'phone')} found, none may be called</span>
  return sorted.slice(0, maxShownPhones).map(({ value }, at) => (
    <span key={value} className={classes.phoneLine}>
      <Phone size={12} aria-hidden="true" />
      {isWrong(value) ? (
        <s title="Wrong number">{formatPhone(value)}</s>
      ) : (
        <a className={classes.phone} href={`tel:+1${value}`} tabIndex={tabIndex} draggable={false}>
          {formatPhone(value)}
        </a>
      )}
      {at === maxShownPhones - 1 && hidden > 0 && <span className={classes.more}>+{hidden}</span>}
    </span>
  ))
}

/** The last result of a call, and the labels. */
function CardLabels({ lead: { phoneResults, tagIds, assigneeId }, labels }: Pick<LeadCardProps, 'lead' | 'labels'>) {
  const last = phoneResults.toSorted((one, other) => (one.at < other.at ? 1 : -1))[0]
  const tries = phoneResults.reduce((sum, one) => sum + one.tries, 0)
  const tags = tagIds.flatMap((id) => labels.get(id) ?? [])
  const assignee = assigneeId ? labels.get(assigneeId) : undefined
  if (!last && tags.length === 0 && !assignee) return null
  return (
    <Group gap={4} mt={4}>
      {last && (
        <>
          <Tag tone={callTones[last.result] ?? 'plain'}>{contactResults.label(last.result)}</Tag>
          <span className={classes.more} title={`Last call on ${formatDayAndTime(last.at)}`}>
            {formatDay(last.at)}
            {tries > 1 && ` · ${pluralize(tries, 'call')}`}
          </span>
        </>
      )}
      {tags.slice(0, maxShownTags).map((tag) => (
        <LabelChip key={tag.id} label={tag} />
      ))}
      {tags.length > maxShownTags && <span className={classes.more}>+{tags.length - maxShownTags}</span>}
      {assignee && <LabelChip label={assignee} />}
    </Group>
  )
}

const callTones: Partial<Record<ContactResult, 'good' | 'bad'>> = {
  DO_NOT_CALL: 'bad',
  WRONG_NUMBER: 'bad',
  INTERESTED: 'good',
}

export const LeadCard = memo(function LeadCard(props: LeadCardProps) {
  const { lead, isTabStop, shouldFocus, onFocus, onMenu, onTask, onCall, isSelected, onSelect, labels } = props
  const key = toLeadKey(lead)
  const nameId = useId()
  const [card, isDragged] = useDraggable(lead)
  const tabIndex = isTabStop ? 0 : -1
  // biome-ignore lint/correctness/useExhaustiveDependencies: the ref never changes
  useEffect(() => {
    if (shouldFocus) card.current?.focus()
  }, [shouldFocus])
  return (
    <article
      ref={card}
      className={classes.card}
      tabIndex={tabIndex}
      data-card={key}
      data-dragged={isDragged || undefined}
      aria-labelledby={nameId}
      aria-describedby="board-keys"
      data-selected={isSelected || undefined}
      onFocus={({ target, currentTarget }) => target === currentTarget && onFocus(key)}
      onClickCapture={(event) => {
        // A prevented click would leave the checkbox as it was shown before.
        if (event.target instanceof HTMLInputElement) return
        if (!event.shiftKey && !event.ctrlKey && !event.metaKey) return
        event.preventDefault()
        event.stopPropagation()
        onSelect(lead, event.shiftKey)
      }}
    >
      <input
        type="checkbox"
        className={classes.check}
        aria-label={`Select ${formatOwner(lead)}`}
        tabIndex={-1}
        checked={isSelected}
        onChange={({ nativeEvent }) => onSelect(lead, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)}
      />
      <Link
        id={nameId}
        className={classes.owner}
        from="/portal/pipeline-builder"
        to="/portal/pipeline-builder"
        search={(old) => ({ ...old, lead: key })}
        resetScroll={false}
        tabIndex={tabIndex}
        draggable={false}
      >
        {formatOwner(lead)}
      </Link>
      <p className={classes.address} title={`${formatStreetLine(lead)}, ${formatCityLine(lead)}`}>
        {formatStreetLine(lead)}
        <span className={classes.city}>{formatCityLine(lead)}</span>
      </p>
      <Phones lead={lead} tabIndex={tabIndex} />
      <CardLabels lead={lead} labels={labels} />
      {lead.nextTask && <NextAction task={lead.nextTask} />}
      <Foot lead={lead} isTabStop={isTabStop} onMenu={onMenu} onTask={onTask} onCall={onCall} />
    </article>
  )
})
