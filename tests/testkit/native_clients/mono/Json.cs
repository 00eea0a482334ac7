// Stands in for System.Text.Json where the client for C# is tested without .NET: as much of it as the client uses, over the
// serializer of .NET Framework.
using System;
using System.Collections.Generic;
using System.Text;
using System.Web.Script.Serialization;

namespace System.Text.Json
{
    public enum JsonValueKind { Undefined, Object, Array, String, Number, True, False, Null }

    public sealed class JsonException : Exception
    {
        internal JsonException(Exception cause) : base(cause.Message, cause) { }
    }

    public struct JsonElement
    {
        private readonly object value;
        private readonly bool isThere;

        internal JsonElement(object value)
        {
            this.value = value;
            isThere = true;
        }

        public JsonValueKind ValueKind
        {
            get
            {
                if (!isThere) return JsonValueKind.Undefined;
                if (value == null) return JsonValueKind.Null;
                if (value is bool) return (bool)value ? JsonValueKind.True : JsonValueKind.False;
                if (value is string) return JsonValueKind.String;
                if (value is object[]) return JsonValueKind.Array;
                return value is IDictionary<string, object> ? JsonValueKind.Object : JsonValueKind.Number;
            }
        }

        public bool TryGetProperty(string name, out JsonElement member)
        {
            object found;
            var isFound = ((IDictionary<string, object>)value).TryGetValue(name, out found);
            member = isFound ? new JsonElement(found) : default(JsonElement);
            return isFound;
        }

        public JsonElement GetProperty(string name) => new JsonElement(((IDictionary<string, object>)value)[name]);

        public string GetString() => (string)value;

        public JsonElement Clone() => this;
    }

    public sealed class JsonDocument : IDisposable
    {
        public JsonElement RootElement { get; private set; }

        public static JsonDocument Parse(byte[] json)
        {
            try
            {
                var value = new JavaScriptSerializer().DeserializeObject(Encoding.UTF8.GetString(json));
                return new JsonDocument { RootElement = new JsonElement(value) };
            }
            catch (Exception error) when (error is ArgumentException || error is InvalidOperationException)
            {
                throw new JsonException(error);
            }
        }

        public void Dispose() { }
    }

    public static class JsonSerializer
    {
        public static string Serialize(Dictionary<string, string> fields) => new JavaScriptSerializer().Serialize(fields);
    }
}
