import { testScreens } from '../screens.ts'

testScreens(['consumer'], { part: 1, of: 2 })
