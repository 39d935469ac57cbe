import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** A partner's program on what openapi-generator makes of docs/openapi/resource-api.json. */
public class Flow {
  public static void main(String[] args) throws Exception {
    ObjectMapper json = new ObjectMapper();
    String form =
        "grant_type=client_credentials&client_id=" + args[2] + "&client_secret=" + args[3];
    HttpRequest ask =
        HttpRequest.newBuilder(URI.create(args[0] + "/oauth/token"))
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build();
    String answer =
        HttpClient.newHttpClient().send(ask, HttpResponse.BodyHandlers.ofString()).body();
    String token = json.readTree(answer).get("access_token").asText();

    ApiClient client = new ApiClient();
    client.updateBaseUri(args[1]);
    client.setRequestInterceptor(builder -> builder.header("Authorization", "Bearer " + token));
    LearningObjectPage found =
        new LearningObjectsApi(client)
            .learningObjectsSearch(
                LearningObjectsApi.APILearningObjectsSearchRequest.newBuilder().keyword("teamwork").build());
    LearningObject object = found.getHits().get(0);
    WebhookWithSecret webhook =
        new WebhooksApi(client)
            .webhooksCreate(
                WebhooksApi.APIWebhooksCreateRequest.newBuilder()
                    .createWebhookBody(
                        new CreateWebhookBody().url(URI.create(args[4]).toString()).userCreate(true))
                    .build());
    User user =
        new UsersApi(client)
            .usersCreate(
                UsersApi.APIUsersCreateRequest.newBuilder()
                    .createUser(
                        new CreateUser()
                            .email("java@a.example")
                            .firstName("Open")
                            .lastName("Generator")
                            .roles(List.of(Role.LEARNER))
                            .sendLoginEmail(false))
                    .build());
    EnrollmentsApi.APIEnrollmentsCreateRequest wish =
        EnrollmentsApi.APIEnrollmentsCreateRequest.newBuilder()
            .createEnrollment(new CreateEnrollment().loId(object.getId()).userId(user.getId()))
            .build();
    Enrollment enrollment = new EnrollmentsApi(client).enrollmentsCreate(wish);
    String refusal = "";
    try {
      new EnrollmentsApi(client).enrollmentsCreate(wish);
    } catch (ApiException error) {
      refusal = error.getResponseBody();
    }
    Map<String, Object> outcome = new LinkedHashMap<>();
    outcome.put("found", found.getTotal());
    outcome.put("user_id", user.getId());
    outcome.put("status", enrollment.getStatus().getValue());
    outcome.put("code", json.readTree(refusal).get("error_code").asText());
    outcome.put("existing", json.readTree(refusal).get("enrollment_id").asInt() == enrollment.getId());
    outcome.put("secret", webhook.getSecretKey());
    outcome.put("webhook_id", webhook.getId());
    System.out.println(json.writeValueAsString(outcome));
  }
}
