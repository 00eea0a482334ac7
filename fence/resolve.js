/** How dependency-cruiser finds a file: as Node.js and TypeScript do, where `#services/sql` is app/kernel/database/sql.ts. */
export default {
  resolve: {
    extensions: ['.ts', '.js', '.json', '.d.ts'],
    extensionAlias: { '.js': ['.ts', '.js'] },
    conditionNames: ['import', 'node', 'default', 'types'],
    exportsFields: ['exports'],
  },
}
