import type { Breadcrumb } from '@dooryard/contract/admin/error-reports'
import { redactAddress } from '@dooryard/contract/api/redact'
import type { AnyRouter } from '@tanstack/react-router'

const maxBreadcrumbs = 20

const breadcrumbs: Breadcrumb[] = []

/** What happened before an error, the oldest first: screens, calls and clicks, without personal data. */
export const listBreadcrumbs = (): Breadcrumb[] => breadcrumbs.toSorted((a, b) => (a.at < b.at ? -1 : 1))

function addBreadcrumb(kind: Breadcrumb['kind'], text: string, at = Date.now()) {
  breadcrumbs.push({ at: new Date(at).toISOString(), kind, text })
  if (breadcrumbs.length > maxBreadcrumbs) breadcrumbs.shift()
}

/** Records screens, calls and clicks from now on, and the calls before. */
export function traceUse(router: AnyRouter) {
  router.subscribe('onResolved', ({ toLocation }) => addBreadcrumb('NAVIGATION', redactAddress(toLocation.href)))
  document.addEventListener('click', traceClick, { capture: true, passive: true })
  // Entries of this type have these fields.
  new PerformanceObserver((list) => traceCalls(list.getEntries() as PerformanceResourceTiming[])).observe({
    type: 'resource',
    buffered: true,
  })
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

/** Calls by their path without ids and parameters. */
function traceCalls(entries: readonly PerformanceResourceTiming[]) {
  for (const { name, initiatorType, responseStatus, responseEnd } of entries) {
    const { pathname } = new URL(name)
    if (initiatorType !== 'fetch' || !pathname.startsWith('/v1/')) continue
    const outcome = responseStatus ? `answered ${responseStatus}` : 'failed'
    addBreadcrumb('CALL', `${toRoute(pathname)} ${outcome}`, performance.timeOrigin + responseEnd)
  }
}

const toRoute = (pathname: string) =>
  pathname
    .split('/')
    .map((segment) => (/\d/.test(segment) && segment !== 'v1' ? '{id}' : segment))
    .join('/')
