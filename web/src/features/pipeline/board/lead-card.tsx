import { leadStages } from '@dooryard/contract/api/enums'
import type { BoardLead } from '@dooryard/contract/orders/lead-board'
import { ActionIcon, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowLeftRight, NotebookPen, Phone } from 'lucide-react'
import { memo, useEffect, useId } from 'react'
import { formatCityLine, formatStreetLine } from '../../../lib/format/address.ts'
import { formatDayAndTime, formatPhone, pluralize } from '../../../lib/format/format.ts'
import { formatOwner, formatStageAge, listCallablePhones } from '../lead/lead-labels.ts'
import classes from './board.module.css'
import { toLeadKey } from './board-rules.ts'
import { useDraggable } from './use-drag-and-drop.ts'

type LeadCardProps = {
  lead: BoardLead
  /** Whether this card is the tab stop; each column has one. */
  isTabStop: boolean
  /** Whether to focus this card. */
  shouldFocus: boolean
  onFocus: (key: string) => void
  onMenu: (lead: BoardLead, button: HTMLElement) => void
}

function Foot({ lead, isTabStop, onMenu }: Pick<LeadCardProps, 'lead' | 'isTabStop' | 'onMenu'>) {
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
      <ActionIcon
        size={24}
        ml="auto"
        tabIndex={isTabStop ? 0 : -1}
        aria-haspopup="menu"
        aria-label={`Move ${formatOwner(lead)} to another stage`}
        data-hint="Move to…"
        onClick={({ currentTarget }) => onMenu(lead, currentTarget)}
      >
        <ArrowLeftRight size={14} aria-hidden="true" />
      </ActionIcon>
    </Group>
  )
}

export const LeadCard = memo(function LeadCard({ lead, isTabStop, shouldFocus, onFocus, onMenu }: LeadCardProps) {
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
      onFocus={({ target, currentTarget }) => target === currentTarget && onFocus(key)}
    >
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
      <p className={classes.address}>{formatStreetLine(lead)}</p>
      <Text fz={12} lh="20px" c="dimmed" truncate>
        {formatCityLine(lead)}
      </Text>
      {listCallablePhones(lead.contacts).map(({ value }) => (
        <a key={value} className={classes.phone} href={`tel:+1${value}`} tabIndex={tabIndex} draggable={false}>
          <Phone size={12} aria-hidden="true" />
          {formatPhone(value)}
        </a>
      ))}
      <Foot lead={lead} isTabStop={isTabStop} onMenu={onMenu} />
    </article>
  )
})
