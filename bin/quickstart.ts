/** Entry point of `npm run quickstart`: runs the Ace command of that name. */
process.argv.splice(2, 0, 'quickstart')

await import('./console.js')

export {}
