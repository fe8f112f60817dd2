import { ActionIcon, Group, Paper, Text } from '@mantine/core'
import { X } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId } from 'react'
import { keepsEscape } from '../../ui/hooks.ts'
import classes from './type-ahead.module.css'
import { type Offer, type Offers, useOfferKeys } from './use-offer-keys.ts'

type TypeAheadProps = Offers & {
  label: string
  /** What the list holds: `Places`. */
  listLabel: string
  placeholder: string
  box?: Pick<ComponentProps<'input'>, 'id' | 'ref' | 'maxLength'>
  onText: (text: string) => void
  empty: ReactNode
  footer?: ReactNode
}

/**
 * The id of an offer in the page: another offer has another, or screen readers would not hear that it took the place of one.
 * No white space, which would part it in two.
 */
const placeOf = (list: string, offer: string) => `${list}-${encodeURIComponent(offer)}`

/**
 * A box that offers what matches while one types; the arrow keys choose, Enter picks, Escape closes. Mantine's combobox knows
 * no offers that are still to come, for which Enter waits here.
 */
export function TypeAhead(props: TypeAheadProps) {
  const { label, placeholder, text, onText } = props
  const id = useId()
  const keys = useOfferKeys(props)
  const place = keys.enters === undefined ? undefined : placeOf(id, keys.enters)
  useEffect(() => {
    if (keys.isOpen && place !== undefined) document.getElementById(place)?.scrollIntoView({ block: 'nearest' })
  }, [keys.isOpen, place])
  return (
    <>
      <input
        className={classes.box}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={keys.isOpen}
        aria-controls={keys.isOpen ? id : undefined}
        aria-activedescendant={keys.isOpen ? place : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        maxLength={60}
        {...props.box}
        {...keys.box}
        onChange={({ currentTarget }) => {
          onText(currentTarget.value)
          keys.open(true)
        }}
        {...keepsEscape(keys.isOpen)}
      />
      {keys.isOpen && <OfferList id={id} place={place} {...props} {...keys} />}
    </>
  )
}

type OfferListProps = Pick<TypeAheadProps, 'listLabel' | 'groups' | 'empty' | 'footer'> &
  Pick<ReturnType<typeof useOfferKeys>, 'isChosen' | 'isWaiting' | 'pick'> & {
    id: string
    /** The id in the page of the offer that Enter picks. */
    place: string | undefined
  }

const OfferList = ({ id, place, listLabel, groups, empty, footer, isChosen, isWaiting, pick }: OfferListProps) => (
  <Paper
    withBorder
    shadow="md"
    className={classes.dropdown}
    // Pressing the list must not take the focus from the box, which would close it.
    onPointerDown={(event) => event.preventDefault()}
    onMouseDown={(event) => event.preventDefault()}
  >
    <div id={id} className={classes.list} role="listbox" aria-label={listLabel} aria-busy={isWaiting}>
      {groups.map(({ label, offers }) => (
        // biome-ignore lint/a11y/useSemanticElements: a list box holds groups and options alone
        <div key={label} role="group" aria-label={label}>
          <Text fz={12} fw={500} lh="16px" c="dimmed" p="8px 12px 4px" aria-hidden="true">
            {label}
          </Text>
          {offers.map((offer) => {
            const at = placeOf(id, offer.id)
            const active = at !== place ? undefined : isChosen ? 'chosen' : 'first'
            return <OfferLine key={offer.id} id={at} offer={offer} active={active} onPick={pick} />
          })}
        </div>
      ))}
    </div>
    {groups.length === 0 && (
      <Text fz="sm" c="dimmed" p="10px 12px" role="status">
        {empty}
      </Text>
    )}
    {footer && (
      <Text fz={11} lh="16px" c="dimmed" p="6px 12px" style={{ borderTop: '1px solid var(--line)' }}>
        {footer}
      </Text>
    )}
  </Paper>
)

type OfferLineProps = { id: string; offer: Offer; active: string | undefined; onPick: (id: string) => void }

const OfferLine = ({ id, offer, active, onPick }: OfferLineProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: the box has the focus and the keys
  <div
    id={id}
    className={classes.offer}
    role="option"
    tabIndex={-1}
    aria-selected={offer.isPicked ?? false}
    aria-disabled={offer.isOff}
    data-active={active}
    onClick={() => !offer.isOff && onPick(offer.id)}
  >
    <span>{offer.label}</span>
    {offer.note && (
      <Text span inherit fw={400} c="dimmed" ta="end" maw="60%" flex="none">
        {offer.note}
      </Text>
    )}
  </div>
)

export const PickedPill = ({ name, onRemove }: { name: string; onRemove: () => void }) => (
  <Group
    component="span"
    display="inline-flex"
    gap={0}
    wrap="nowrap"
    maw="100%"
    h={26}
    pl={8}
    fz="sm"
    bg="var(--mantine-color-brand-light)"
    c="var(--mantine-color-brand-light-color)"
    style={{ borderRadius: 'var(--mantine-radius-sm)' }}
  >
    <Text inherit span truncate title={name}>
      {name}
    </Text>
    <ActionIcon
      size={26}
      radius="sm"
      variant="transparent"
      c="inherit"
      aria-label={`Remove ${name}`}
      onClick={onRemove}
    >
      <X size={12} aria-hidden="true" />
    </ActionIcon>
  </Group>
)
