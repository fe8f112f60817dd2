import type { PropertyRow } from '@dooryard/contract/properties'
import { Link } from '@tanstack/react-router'
import { streetLine } from '../../../lib/address.ts'

/** Opens a property beside the table. In the table it is not `isReachable` by Tab: there the rows are, by the arrow keys. */
export const PropertyLink = ({ row, isReachable = false }: { row: PropertyRow; isReachable?: boolean }) => (
  <Link
    from="/portal/lead-finder"
    to="."
    search={(old) => ({ ...old, property: row.propertyId })}
    resetScroll={false}
    data-row-link
    {...(!isReachable && { tabIndex: -1 })}
  >
    {streetLine(row)}
  </Link>
)
