import { BaseSchema } from '@adonisjs/lucid/schema'

/** Releases of products, their files, and their downloads (contract/12-releases). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- The byte order of sort_key is the precedence of SemVer.
      create table releases (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        product_id uuid not null references products (id) on delete cascade,
        version text not null,
        sort_key text collate "C" not null,
        channel text not null check (channel in ('stable', 'rc', 'beta', 'alpha', 'dev')),
        status text not null default 'draft' check (status in ('draft', 'published', 'yanked')),
        name text,
        notes text,
        requires text[] not null default '{}',
        rollout_percent smallint not null default 100 check (rollout_percent between 0 and 100),
        metadata jsonb not null default '{}',
        yank_reason text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        published_at timestamptz(3),
        yanked_at timestamptz(3),
        constraint releases_version unique (product_id, version)
      );
      create index releases_order on releases (product_id, sort_key, id);
      create index releases_org on releases (org_id);

      -- A row is there before its file is, so that no file is ever forgotten. Bytes are those that are stored.
      create table artifacts (
        id uuid primary key,
        release_id uuid not null references releases (id) on delete cascade,
        org_id uuid not null,
        product_id uuid not null,
        filename text not null,
        platform text not null,
        arch text not null,
        kind text not null check (kind in ('installer', 'archive', 'update', 'delta', 'signature', 'other')),
        bytes bigint not null default 0,
        sha256 text,
        sha512 text,
        -- Of packages whose feed needs it (Velopack).
        sha1 text,
        signature text,
        content_type text not null,
        downloads bigint not null default 0,
        stored_at timestamptz(3),
        created_at timestamptz(3) not null
      );
      create unique index artifacts_name on artifacts (release_id, filename) where stored_at is not null;
      create index artifacts_release on artifacts (release_id, id);
      create index artifacts_product_name on artifacts (product_id, filename) where stored_at is not null;
      create index artifacts_org on artifacts (org_id) include (bytes);
      create index artifacts_parts on artifacts (created_at) where stored_at is null;

      create function drop_artifact_file() returns trigger language plpgsql as $$
      begin
        insert into dropped_files (path) values ('artifacts/' || old.id) on conflict do nothing;
        return null;
      end $$;
      create trigger artifacts_dropped after delete on artifacts
        for each row execute function drop_artifact_file();

      -- Kept for 90 days; ids alone, because it outlives what it names.
      create table downloads (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        product_id uuid not null,
        release_id uuid not null,
        artifact_id uuid not null,
        license_id uuid,
        created_at timestamptz(3) not null
      );
      create index downloads_age on downloads (created_at);
      create index downloads_license on downloads (license_id, id) where license_id is not null;
      create index downloads_org on downloads (org_id);
    `)
  }

  async down() {
    this.schema.raw(`
      drop table downloads, artifacts, releases;
      drop function drop_artifact_file();
    `)
  }
}
