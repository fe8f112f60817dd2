import { expect, test } from 'vitest'
import { onlyOne, readModule } from './slim-contract.ts'

const code = `
import { callsWith, endpoint } from "./endpoint.ts";
import { User as Person } from "./users.ts";
import { z } from "zod";
const Inner = z.object({ id: z.string() });
export const Outer = Inner.extend({ user: Person });
const shared = { tag: "Lists", access: "ANYONE" };
export const lists = {
  get: endpoint({ ...shared, method: "GET", path: "/v1/lists/{id}", summary: "One", params: Inner, response: Outer, ownerRows: "PAGE" }),
  watch: endpoint({ ...shared, method: "GET", path: "/v1/watch", response: Outer, answers: "stream" }),
};
const listCall = callsWith(shared);
export const calls = {
  get: listCall("GET /v1/lists/{id}", "One", { params: Inner, response: Outer, ownerRows: "PAGE" }),
  watch: listCall(\`GET \${prefix}/watch\`, "It", { response: Outer, answers: "stream" }),
};
export function pathOf(list) {
  return { path: lists.get.path, z: list.z };
}
`
const given = readModule('/contract/src/lists.ts', code)
const only = (name: string) => onlyOne(given, name)

test('an endpoint is what the client reads of it, and a stream says what its events are', () => {
  const text = only('lists')
  expect(text).toContain('({ ...shared, method: "GET", path: "/v1/lists/{id}", ownerRows: "PAGE" })')
  expect(text).toContain('({ ...shared, method: "GET", path: "/v1/watch", response: Outer })')
})

test('so is one that is declared by its route', () => {
  const text = only('calls')
  expect(text).toContain('listCall("GET /v1/lists/{id}", "", { ownerRows: "PAGE" })')
  expect(text).toMatch(/listCall\(`GET \$\{prefix\}\/watch`, "", \{ response: Outer \}\)/)
})

test('a constant imports what it refers to, each by itself', () => {
  const imports = only('Outer').split('\n').slice(0, -3)
  expect(imports).toEqual([
    'import { Inner as Inner } from "/contract/src/lists.ts?only=Inner"',
    'import { User as Person } from "/contract/src/users.ts?only=User"',
  ])
  expect(only('Inner')).toContain('import { z as z } from "zod"')
})

test('what is only called alike is not imported', () => {
  expect(only('pathOf')).toMatch(/^import \{ lists as lists \} from "[^"]+"\nfunction pathOf/)
})

test('a schema that nothing uses may go', () => {
  expect(only('Inner')).toContain('const Inner = /* @__PURE__ */ (() => (z.object({ id: z.string() })))()')
})

test('a name that is not declared is refused', () => {
  expect(() => only('Missing')).toThrow('/contract/src/lists.ts declares no Missing')
})
