import { type Comparable, priceAdjustments } from '@dooryard/contract/properties/valuation'
import { ActionIcon, UnstyledButton } from '@mantine/core'
import { ChevronDown, X } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { formatDeedDay } from '../../../criteria/deeds/deed-labels.ts'
import { PropertyPageLink } from '../../../entities/property/property-link.tsx'
import { formatStreetLine } from '../../../lib/format/address.ts'
import { emptyValue, formatDay, formatDollars, formatNumber, formatTenths } from '../../../lib/format/format.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { ScrollRegion } from '../../../ui/table/scroll-region.tsx'
import pageClasses from '../property.module.css'
import classes from './comparables.module.css'

const formatHome = ({ bedrooms, bathrooms, livingAreaSqft, yearBuilt }: Comparable) =>
  [
    bedrooms !== null && `${formatNumber(bedrooms)} bd`,
    bathrooms !== null && `${formatNumber(bathrooms)} ba`,
    livingAreaSqft !== null && `${formatNumber(livingAreaSqft)} sq ft`,
    yearBuilt !== null && `built ${yearBuilt}`,
  ]
    .filter(Boolean)
    .join(' · ')

/** `+$8,200`, `−$1,200`. */
const formatChange = (dollars: number) =>
  dollars === 0 ? formatDollars(0) : `${dollars > 0 ? '+' : '−'}${formatDollars(Math.abs(dollars))}`

const formatDistance = (miles: number) => (miles < 0.05 ? '< 0.1 mi' : `${formatTenths(miles)} mi`)

const formatSource = ({ roll, recordedOn }: Comparable) =>
  recordedOn ? `${roll}, as of ${formatDay(recordedOn)}` : roll

const Adjustments = ({ id, comparable }: { id: string; comparable: Comparable }) => (
  <dl id={id} className={classes.adjustments}>
    <div>
      <dt>Sale price</dt>
      <dd>{formatDollars(comparable.price)}</dd>
    </div>
    {priceAdjustments.terms.map(({ value, label, description }) => (
      <div key={value} title={description}>
        <dt>{label}</dt>
        <dd>{formatChange(comparable.adjustments[value])}</dd>
      </div>
    ))}
    <div>
      <dt>Adjusted price</dt>
      <dd>{formatDollars(comparable.adjustedPrice)}</dd>
    </div>
    <div>
      <dt>Weight</dt>
      <dd>{Math.round(comparable.weight * 100)}%</dd>
    </div>
    <div>
      <dt>Source</dt>
      <dd>{formatSource(comparable)}</dd>
    </div>
  </dl>
)

type RowProps = {
  comparable: Comparable
  isActive: boolean
  onActive: (id: string | undefined) => void
  onExclude: (id: string) => void
}

function ComparableRow({ comparable, isActive, onActive, onExclude }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const detailsId = useId()
  const { propertyId, distanceMiles, soldOn, isMonthOnly, price, pricePerSqft, adjustedPrice, isAdded } = comparable
  const street = formatStreetLine(comparable)
  const point = {
    'data-active': isActive || undefined,
    onPointerEnter: () => onActive(propertyId),
    onPointerLeave: () => onActive(undefined),
    onFocus: () => onActive(propertyId),
    onBlur: () => onActive(undefined),
  }
  return (
    <Fragment>
      <tr {...point} title={formatSource(comparable)}>
        <th scope="row">
          <PropertyPageLink property={comparable} />
          {isAdded && <Tag tone="plain">Added</Tag>}
          <small>{formatHome(comparable)}</small>
        </th>
        <td data-label="Distance">{formatDistance(distanceMiles)}</td>
        <td data-label="Sold">{formatDeedDay(soldOn, isMonthOnly)}</td>
        <td data-label="Price">{formatDollars(price)}</td>
        <td data-label="Per sq ft">{pricePerSqft === null ? emptyValue : formatDollars(Math.round(pricePerSqft))}</td>
        <td data-label="Adjusted">
          <UnstyledButton
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailsId : undefined}
            aria-label={`${formatDollars(adjustedPrice)}, adjustments of ${street}`}
            onClick={() => setOpen(!isOpen)}
          >
            {formatDollars(adjustedPrice)}
            <ChevronDown size={14} aria-hidden="true" />
          </UnstyledButton>
        </td>
        <td className={pageClasses.screenOnly}>
          <ActionIcon aria-label={`Exclude ${street}`} data-hint="Exclude" onClick={() => onExclude(propertyId)}>
            <X size={16} aria-hidden="true" />
          </ActionIcon>
        </td>
      </tr>
      {isOpen && (
        <tr className={classes.details} {...point}>
          <td colSpan={7}>
            <Adjustments id={detailsId} comparable={comparable} />
          </td>
        </tr>
      )}
    </Fragment>
  )
}

type ComparablesTableProps = {
  comparables: readonly Comparable[]
  active: string | undefined
  onActive: (id: string | undefined) => void
  onExclude: (id: string) => void
}

/** Comparables with the most weight first; cards on a phone. */
export const ComparablesTable = ({ comparables, active, onActive, onExclude }: ComparablesTableProps) => (
  <ScrollRegion label="Comparables">
    <table className={`${classes.table} numbers`}>
      <caption className="visually-hidden">Comparable sales</caption>
      <thead>
        <tr>
          <th scope="col">Address</th>
          <th scope="col">Distance</th>
          <th scope="col">Sold</th>
          <th scope="col">Price</th>
          <th scope="col">Per sq ft</th>
          <th scope="col">Adjusted</th>
          <td className={pageClasses.screenOnly} />
        </tr>
      </thead>
      <tbody>
        {comparables.map((comparable) => (
          <ComparableRow
            key={comparable.propertyId}
            comparable={comparable}
            isActive={comparable.propertyId === active}
            onActive={onActive}
            onExclude={onExclude}
          />
        ))}
      </tbody>
    </table>
  </ScrollRegion>
)
