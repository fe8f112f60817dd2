/** A number on a sign, and whose signs have it: `US:I` are Interstates, `US:US` U.S. routes, `US:TN` those of a state. */
export type Shield = { network: string; shield_text: string; ref: string }

const number = String.raw`\s*-?\s*(\d{1,4}[A-Z]?)\b`
const interstate = new RegExp(`^(?:I|IH|Interstate)${number}`, 'i')
const usRoute = new RegExp(`^(?:US|U\\.S\\.)(?:\\s+(?:Hwy|Highway|Rte|Route|Rd))?${number}`, 'i')
const stateRoute = new RegExp(
  `^(?:(?:State|St)\\s+(?:Rte|Route|Hwy|Highway|Rd|Road)|SR|SH|State Loop|State Spur)${number}`,
  'i',
)
const codedRoute = new RegExp(`^([A-Z]{2})${number}`)

/**
 * The shield of a road by its number as TIGER/Line and OpenStreetMap write it, such as `I- 40`, `US Hwy 70`,
 * `State Rte 12` and `TN 254`. `state` is the code of the road's own state, where it is known.
 */
export function readShield(text: string, state: string | undefined): Shield | undefined {
  const toShield = (network: string, sign: string, shieldText = ''): Shield => ({
    network,
    shield_text: shieldText.toUpperCase(),
    ref: `${sign} ${shieldText.toUpperCase()}`,
  })
  const trimmed = text.trim()
  const [, ofInterstate] = interstate.exec(trimmed) ?? []
  if (ofInterstate) return toShield('US:I', 'I', ofInterstate)
  const [, ofUs] = usRoute.exec(trimmed) ?? []
  if (ofUs) return toShield('US:US', 'US', ofUs)
  const [, ofState] = stateRoute.exec(trimmed) ?? []
  if (ofState) return toShield(state ? `US:${state}` : 'US:STATE', state ?? 'SR', ofState)
  const [, code, coded] = codedRoute.exec(trimmed) ?? []
  // `CR 12` is a county's road, which has no shield of its own.
  return coded && code && code !== 'CR' && code !== 'FM' ? toShield(`US:${code}`, code, coded) : undefined
}
