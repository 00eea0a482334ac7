import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Limits and nonces of a deployment without Redis (contract#stores), and the limits of attempts, such as sign-ins.
 *
 * `consume_limits` counts many requests in one round trip. All requests of one API key share three windows, so
 * requests that arrive together lock and write these rows once, not once each.
 *
 * Parameters: `keys` lists the windows, each once. Each request refers to its windows by position in `slots`, with a
 * ceiling for each; `sizes` is the number of windows per request. The function locks the windows in key order, so
 * that callers with common windows wait for each other and never deadlock. It takes the requests one after another:
 * each counts in all of its windows or, when one is full, in none. Finally it claims the nonces of the requests that
 * were counted; of two equal ones the first is fresh.
 *
 * Result: for each request, the position of the full window among its own (0 if none is full), the milliseconds until
 * that window opens, and whether its nonce was fresh (null without one); and for each of `slots`, how much is used.
 *
 * A row of `rate_limits` lives for one window: its key ends with the minute in which the window began. While an
 * export or a backup reads from an old snapshot, Postgres keeps every version of a row, and each update walks through
 * them, so a row that is updated forever becomes slower and slower. A window is looked up in the row of the current
 * minute and in the row of the minute before, from which it may reach into this one.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      -- Unlogged: windows are worthless after a crash, so writing them costs no flush.
      create unlogged table rate_limits (
        key text primary key,
        used integer not null,
        until bigint not null
      ) with (fillfactor = 50);
      create index rate_limits_until on rate_limits (until);

      -- Nonces survive a crash, except for the last moments of asynchronous commit.
      create table nonces (
        key text primary key,
        until bigint not null
      );
      create index nonces_until on nonces (until);

      -- Stores beside Postgres that have kept nonces: one that is known and comes back empty has lost them.
      create table nonce_stores (
        name text primary key,
        created_at timestamptz not null default now()
      );

      -- Its columns are those that @adonisjs/limiter expects.
      create table attempt_limits (
        key varchar(255) primary key,
        points integer not null default 0,
        expire bigint
      );
      create index attempt_limits_expire on attempt_limits (expire);

      create function consume_limits(
        keys text[], sizes integer[], slots integer[], ceilings integer[], sent_nonces text[],
        nonce_ms bigint[], window_ms bigint, now_ms bigint,
        out denied integer[], out wait_ms bigint[], out fresh boolean[], out used integer[]
      ) language plpgsql as $$
      #variable_conflict use_column
      declare
        minute bigint := now_ms / window_ms;
        names text[];
        counts integer[];
        ends bigint[];
        at integer := 0;
        full_at integer;
        slot integer;
        claimed text[];
      begin
        loop
          select array_agg(w.key order by w.n), array_agg(w.used order by w.n), array_agg(w.until order by w.n)
            into names, counts, ends
          from (
            select distinct on (held.n) held.n, held.key, held.used, held.until from (
              select t.n, r.key, r.used, r.until
              from unnest(keys) with ordinality t (key, n)
              cross join (values (minute - 1), (minute)) m (minute)
              join rate_limits r on r.key = t.key || '@' || m.minute
              order by r.key for update of r
            ) held where held.until > now_ms order by held.n, held.until
          ) w;
          exit when coalesce(cardinality(counts), 0) = cardinality(keys);
          insert into rate_limits as r (key, used, until)
            select k || '@' || minute, 0, now_ms + window_ms from unnest(keys) k
            where not exists (
              select from rate_limits o
              where o.key in (k || '@' || (minute - 1), k || '@' || minute) and o.until > now_ms
            )
            order by k
            on conflict (key) do update set used = 0, until = excluded.until where r.until <= now_ms;
        end loop;

        denied := array_fill(0, array[cardinality(sizes)]);
        wait_ms := array_fill(0::bigint, array[cardinality(sizes)]);
        used := array_fill(0, array[cardinality(slots)]);
        for request in 1 .. cardinality(sizes) loop
          full_at := 0;
          for place in 1 .. sizes[request] loop
            slot := slots[at + place];
            if counts[slot] >= ceilings[at + place] then
              full_at := place;
              wait_ms[request] := ends[slot] - now_ms;
              exit;
            end if;
          end loop;
          denied[request] := full_at;
          for place in 1 .. sizes[request] loop
            slot := slots[at + place];
            if full_at = 0 then
              counts[slot] := counts[slot] + 1;
            end if;
            used[at + place] := counts[slot];
          end loop;
          at := at + sizes[request];
        end loop;
        update rate_limits r set used = v.used
          from unnest(names, counts) v (key, used)
          where r.key = v.key and r.used <> v.used;

        if array_length(array_remove(sent_nonces, null), 1) > 0 then
          perform set_config('synchronous_commit', 'off', true);
          with taken as (
            insert into nonces as n (key, until)
              select s.nonce, now_ms + max(s.ms) from unnest(sent_nonces, nonce_ms, denied) s (nonce, ms, denied)
              where s.nonce is not null and s.denied = 0 group by s.nonce order by s.nonce
              on conflict (key) do update set until = excluded.until where n.until <= now_ms
              returning n.key
          )
          select array_agg(key) into claimed from taken;
        end if;
        select array_agg(case when s.nonce is not null and s.denied = 0
            then s.nonce = any(coalesce(claimed, '{}')) and s.turn = 1 end order by s.n)
          into fresh
          from (
            select n, nonce, denied, row_number() over (partition by nonce, denied = 0 order by n) as turn
            from unnest(sent_nonces, denied) with ordinality u (nonce, denied, n)
          ) s;
      end
      $$;
    `)
  }

  async down() {
    this.schema.raw(`
      drop function consume_limits;
      drop table attempt_limits, nonce_stores, nonces, rate_limits;
    `)
  }
}
