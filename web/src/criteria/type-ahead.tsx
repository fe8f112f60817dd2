import { type ComponentProps, type ReactNode, useEffect, useId } from 'react'
import { keepsEscape } from '../ui/hooks.ts'
import type { Offer, OfferGroup } from './offers.ts'
import classes from './type-ahead.module.css'
import { useOfferKeys } from './use-offer-keys.ts'

type TypeAheadProps = {
  /** What the box is for, to those who do not see it. */
  label: string
  /** What the list holds: `Places`. */
  listLabel: string
  placeholder: string
  box?: Pick<ComponentProps<'input'>, 'id' | 'ref' | 'maxLength'>
  text: string
  onText: (text: string) => void
  /** Asked for from when the box is first used. */
  onOpen: (isOpen: boolean) => void
  groups: readonly OfferGroup[]
  /** Whether the offers are those of the text, and not of what was typed before. */
  isSettled: boolean
  /** What Enter picks while the arrow keys are at none. */
  first: string | undefined
  /** What stands in the place of an empty list. */
  empty: ReactNode
  footer?: ReactNode
  /** Whether the list closes once something is picked. */
  closesOnPick: boolean
  onPick: (id: string) => void
  /** Backspace in an empty box. */
  onBack?: () => void
}

/**
 * The id of an offer in the page: another offer has another, or screen readers would not hear that it took the place of one.
 * No white space, which would part it in two.
 */
const placeOf = (list: string, offer: string) => `${list}-${encodeURIComponent(offer)}`

/** A box that offers what matches while one types; the arrow keys choose, Enter picks, Escape closes. */
export function TypeAhead(props: TypeAheadProps) {
  const { label, listLabel, placeholder, box, text, onText } = props
  const id = useId()
  const { isOpen, enters, isChosen, isWaiting, open, enter, leave, pick, onKeyDown } = useOfferKeys(props)
  const place = enters === undefined ? undefined : placeOf(id, enters)
  return (
    <>
      <input
        className={classes.box}
        role="combobox"
        aria-label={label}
        aria-autocomplete="list"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        aria-activedescendant={isOpen ? place : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder}
        value={text}
        maxLength={60}
        {...box}
        onFocus={enter}
        onClick={enter}
        onBlur={leave}
        onChange={({ currentTarget }) => {
          onText(currentTarget.value)
          open(true)
        }}
        onKeyDown={onKeyDown}
        {...keepsEscape(isOpen)}
      />
      {isOpen && <Offers {...props} {...{ id, listLabel, place, isChosen, isWaiting }} onPick={pick} />}
    </>
  )
}

type OffersProps = Pick<TypeAheadProps, 'listLabel' | 'groups' | 'empty' | 'footer' | 'onPick'> & {
  id: string
  /** The id in the page of the offer that Enter picks. */
  place: string | undefined
  /** Whether the arrow keys chose it. */
  isChosen: boolean
  isWaiting: boolean
}

function Offers({ id, listLabel, groups, empty, footer, place, isChosen, isWaiting, onPick }: OffersProps) {
  useEffect(() => {
    if (place !== undefined) document.getElementById(place)?.scrollIntoView({ block: 'nearest' })
  }, [place])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pressing the list must not take the focus from the box, which would close it
    <div
      className={classes.dropdown}
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      <div id={id} className={classes.list} role="listbox" aria-label={listLabel} aria-busy={isWaiting}>
        {groups.map(({ label, offers }) => (
          // biome-ignore lint/a11y/useSemanticElements: a list box holds groups and options alone
          <div key={label} role="group" aria-label={label}>
            <div className={classes.heading} aria-hidden="true">
              {label}
            </div>
            {offers.map((offer) => {
              const at = placeOf(id, offer.id)
              const active = at !== place ? undefined : isChosen ? 'chosen' : 'first'
              return <OfferLine key={offer.id} id={at} {...{ offer, active, onPick }} />
            })}
          </div>
        ))}
      </div>
      {groups.length === 0 && (
        <p className={classes.empty} role="status">
          {empty}
        </p>
      )}
      {footer && <div className={classes.footer}>{footer}</div>}
    </div>
  )
}

type OfferLineProps = Pick<OffersProps, 'id' | 'onPick'> & { offer: Offer; active: 'chosen' | 'first' | undefined }

function OfferLine({ id, offer, active, onPick }: OfferLineProps) {
  return (
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
      {offer.note && <span className={classes.note}>{offer.note}</span>}
    </div>
  )
}
