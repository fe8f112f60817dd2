import type { PropertyRow } from '@dooryard/contract/properties/properties'
import { Link } from '@tanstack/react-router'
import { formatStreetLine } from '../../../lib/format/address.ts'

/** Opens a property in the drawer. In the table it is not `isReachable` by Tab; the arrow keys reach the row. */
export const PropertyLink = ({ row, isReachable = false }: { row: PropertyRow; isReachable?: boolean }) => (
  <Link
    from="/portal/lead-finder"
    to="."
    search={(old) => ({ ...old, property: row.propertyId })}
    resetScroll={false}
    data-row-link
    {...(!isReachable && { tabIndex: -1 })}
  >
    {formatStreetLine(row)}
  </Link>
)
