import { emptyValue, formatDayAndTime, formatWithTimeZone } from '../../lib/format/format.ts'

type InstantProps = { at: string | null | undefined; format?: (at: string) => string }

/** A point in time in the user's time zone, which its tooltip names. */
export const Instant = ({ at, format = formatDayAndTime }: InstantProps) =>
  at ? (
    <time dateTime={at} title={formatWithTimeZone(at)}>
      {format(at)}
    </time>
  ) : (
    emptyValue
  )
