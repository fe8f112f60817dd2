import { toReadableCase } from './format.ts'

/** `1208 Example Orchard Ln, Unit 4`, or a note that the county dataset has none. */
export const formatStreetLine = ({ address, unit }: { address: string | null; unit?: string | null }) =>
  address
    ? `${toReadableCase(address)}${unit ? `, ${/^\d/.test(unit) ? 'Unit ' : ''}${toReadableCase(unit)}` : ''}`
    : 'No street address'

/** `Nashville, TN 37209`, from the parts that are known. */
export const formatCityLine = ({
  city,
  state,
  zip,
}: {
  city: string | null
  state: string | null
  zip: string | null
}) => [city && toReadableCase(city), [state, zip].filter(Boolean).join(' ')].filter(Boolean).join(', ')
