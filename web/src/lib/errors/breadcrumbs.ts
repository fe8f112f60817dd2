import type { Breadcrumb } from '@dooryard/contract/admin/error-reports'
import { redactAddress } from '@dooryard/contract/api/redact'
import type { AnyRouter } from '@tanstack/react-router'

const maxBreadcrumbs = 20

const breadcrumbs: Breadcrumb[] = []

/** What happened before an error, the oldest first: screens, calls and clicks, without personal data. */
export const listBreadcrumbs = (): Breadcrumb[] =>
  [...breadcrumbs, ...listCalls()].toSorted((a, b) => (a.at < b.at ? -1 : 1)).slice(-maxBreadcrumbs)

function addBreadcrumb(kind: Breadcrumb['kind'], text: string) {
  breadcrumbs.push({ at: new Date().toISOString(), kind, text })
  if (breadcrumbs.length > maxBreadcrumbs) breadcrumbs.shift()
}

/** Records screens and clicks from now on. */
export function traceUse(router: AnyRouter) {
  router.subscribe('onResolved', ({ toLocation }) => addBreadcrumb('NAVIGATION', redactAddress(toLocation.href)))
  document.addEventListener('click', traceClick, { capture: true, passive: true })
  // A full buffer takes no later calls.
  performance.addEventListener('resourcetimingbufferfull', () => performance.clearResourceTimings())
}

const controls = 'a, button, input, select, textarea, [role]'
const regions = '[role=dialog], nav, header, aside, main'
const getRole = (element: Element) => element.getAttribute('role') ?? element.localName

/** A click by the role of its element: its text may be a name. */
function traceClick({ target }: Event) {
  const control = target instanceof Element && target.closest(controls)
  if (!control) return
  const region = control.parentElement?.closest(regions)
  addBreadcrumb('CLICK', region ? `${getRole(control)} in ${getRole(region)}` : getRole(control))
}

/** The calls that the browser remembers, by their path without ids and parameters. */
const listCalls = (): Breadcrumb[] =>
  // Entries of this type have these fields.
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).flatMap((entry) => {
    const { pathname } = new URL(entry.name)
    if (entry.initiatorType !== 'fetch' || !pathname.startsWith('/v1/')) return []
    const outcome = entry.responseStatus ? `answered ${entry.responseStatus}` : 'failed'
    const at = new Date(performance.timeOrigin + entry.responseEnd).toISOString()
    return [{ at, kind: 'CALL' as const, text: `${toRoute(pathname)} ${outcome}` }]
  })

const toRoute = (pathname: string) =>
  pathname
    .split('/')
    .map((segment) => (/\d/.test(segment) && segment !== 'v1' ? '{id}' : segment))
    .join('/')
